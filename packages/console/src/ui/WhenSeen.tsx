import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/** How far below the window content is loaded, so that it is there when scrolled to. */
const ahead = '300px'

/** About what the content takes at least. */
const placeHeight = { minHeight: 90 }

/**
 * Renders content far down a page, and loads what it needs, once it comes near the window. Its place stays open until
 * its code is there: if it closed and opened again, what is below would move away under a pointer that is pressed.
 */
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
  if (!isSeen) return <div ref={place} style={placeHeight} />
  return <Suspense fallback={<div style={placeHeight} />}>{children}</Suspense>
}
