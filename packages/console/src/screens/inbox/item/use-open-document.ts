import { useEffect, useRef, useState } from 'react'

/** Manages which document is open. Focus returns to where it was opened from. */
export function useOpenDocument() {
  const listRef = useRef<HTMLDivElement>(null)
  const lastId = useRef<string>(undefined)
  const [documentId, setDocumentId] = useState<string>()
  useEffect(() => {
    const from =
      lastId.current && listRef.current?.querySelector<HTMLElement>(`[data-document="${CSS.escape(lastId.current)}"]`)
    if (from && !documentId) from.focus()
    lastId.current = documentId
  }, [documentId])
  return { documentId, setDocumentId, listRef }
}
