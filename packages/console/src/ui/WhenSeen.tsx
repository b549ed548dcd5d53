import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the window content is loaded, so that it is there when scrolled to. */
const ahead = '300px'

/** Renders content far down a page, and loads what it needs, once it comes near the window. */
export function WhenSeen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: ahead },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return isSeen ? children : <div ref={place} style={{ minHeight: 90 }} />
}
