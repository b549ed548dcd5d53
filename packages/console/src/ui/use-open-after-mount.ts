import { useEffect, useState } from 'react'

/** Returns whether to be open, from the second render on: a popup records where to return focus when it opens. */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return isMounted && isOpen
}
