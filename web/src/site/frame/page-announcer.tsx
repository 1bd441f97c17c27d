import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { PHOTO_PARAM } from '../photo-address.ts'

/**
 * After navigation inside the page: says the new page's title and puts the focus where its content
 * begins, as a browser does after loading a document.
 */
export function PageAnnouncer() {
  const { key, pathname, search } = useLocation()
  const photo = new URLSearchParams(search).get(PHOTO_PARAM)
  const last = useRef({ key, pathname, photo })
  const [title, setTitle] = useState('')
  useEffect(() => {
    const before = last.current
    if (before.key === key) return
    last.current = { key, pathname, photo }
    // A photo that opens or closes over its gallery is no new page; its dialog sees to the focus.
    if (before.pathname === pathname && before.photo !== photo) return
    document.getElementById('main')?.focus({ preventScroll: true })
    setTitle(document.title)
  }, [key, pathname, photo])
  return (
    <p className="vh" role="status">
      {title}
    </p>
  )
}
