import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { openPicture } from '../photo-address.ts'

/**
 * After navigation inside the page: says the new page's title and puts the focus where its content
 * begins, as a browser does after loading a document.
 */
export function PageAnnouncer() {
  const location = useLocation()
  const { key, pathname } = location
  const picture = openPicture(location)
  const last = useRef({ key, pathname, picture })
  const [title, setTitle] = useState('')
  useEffect(() => {
    const before = last.current
    if (before.key === key) return
    last.current = { key, pathname, picture }
    // A picture that opens or closes over its page is no new page; its dialog sees to the focus.
    if (before.pathname === pathname && before.picture !== picture) return
    document.getElementById('main')?.focus({ preventScroll: true })
    setTitle(document.title)
  }, [key, pathname, picture])
  return (
    <p className="vh" role="status">
      {title}
    </p>
  )
}
