import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * After navigation inside the page: says the new page's title and puts the focus where its content
 * begins, as a browser does after loading a document.
 */
export function PageAnnouncer() {
  const { key } = useLocation()
  const lastKey = useRef(key)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    document.getElementById('main')?.focus({ preventScroll: true })
    setTitle(document.title)
  }, [key])
  return (
    <p className="vh" role="status">
      {title}
    </p>
  )
}
