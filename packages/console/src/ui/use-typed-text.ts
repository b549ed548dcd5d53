import { useEffect, useRef, useState } from 'react'
import { useLatest } from './use-latest.ts'

interface TypedTextOptions {
  /** Called with the text when typing pauses, or at once by `pass`. */
  onPause: (text: string) => void
  /** How the text is passed on, such as without surrounding blanks; what is typed isn't changed. */
  tidy?: (text: string) => string
  pauseMs?: number
}

/**
 * Manages what is typed into a field whose value is kept elsewhere and arrives later, such as in the page's address. The
 * field follows changes of the value from elsewhere, as by going back, but not its own: someone may have typed on.
 */
export function useTypedText(value: string, { onPause, tidy = asTyped, pauseMs = 250 }: TypedTextOptions) {
  const [text, setText] = useState(value)
  // Passed on, and not yet there as the value.
  const sent = useRef<readonly string[]>([])
  const latest = useLatest({
    pass: () => {
      const next = tidy(text)
      if (next === (sent.current.at(-1) ?? tidy(value))) return
      sent.current = [...sent.current, next]
      onPause(next)
    },
  })
  useEffect(() => {
    const at = sent.current.indexOf(value)
    sent.current = at < 0 ? [] : sent.current.slice(at + 1)
    if (at < 0) setText(value)
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait
  useEffect(() => {
    const timer = setTimeout(() => latest.pass(), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return { text, setText, pass: latest.pass }
}

function asTyped(text: string): string {
  return text
}

/** Returns words to search for, without surrounding blanks. */
export function wordsOf(text: string): string {
  return text.trim()
}
