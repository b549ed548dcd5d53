import { useEffect, useRef, useState } from 'react'

/**
 * Accepts files dropped anywhere on the page or pasted, and reports while some are dragged over it. Otherwise the browser would
 * open files dropped outside the drop zone, and leave the page.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    // Moving between two elements of the page always has a related target.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const takeFrom = (event: Event, data: DataTransfer | null) => {
      // Of two that accept files, such as a dialog over a page, one takes them.
      if (!data?.types.includes('Files') || event.defaultPrevented) return
      event.preventDefault()
      take.current([...data.files])
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      takeFrom(event, event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => takeFrom(event, event.clipboardData)
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    addEventListener('paste', paste)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
      removeEventListener('paste', paste)
    }
  }, [])
  return isOver
}

/** Ignores text or links dragged within the page. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
