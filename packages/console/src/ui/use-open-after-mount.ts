import { useEffect, useState } from 'react'

/** Whether to be open, from the second look on: a popup notes where to give the focus back to when it comes to open. */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return isMounted && isOpen
}
