import { useEffect, useRef } from 'react'
import { isTyping } from '../ui/is-typing.ts'

/** Runs a key's action while nobody types and no dialog or menu is open. */
export function useListKeys(actions: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const current = useRef(actions)
  current.current = actions
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const action = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined
      if (!action || isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return
      event.preventDefault()
      action(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
