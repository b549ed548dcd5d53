import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useRole } from '../session/session-store.ts'
import { isTyping } from '../ui/is-typing.ts'
import { openOverlay, toggleOverlay } from '../ui/overlays.ts'
import { goKeysOf } from './go-keys.ts'

/** The second key of a sequence must come within this. */
const sequenceMs = 1500

/**
 * Keys of the whole console: Ctrl or ⌘ and K for the palette, `?` for the sheet of keys, `g` and a letter to go
 * somewhere. The letter after `g` is taken before the page's own keys see it; `?` is left to pages that have a sheet.
 */
export function useShellKeys(): void {
  const navigate = useNavigate()
  const role = useRole()
  const current = useRef({ navigate, role })
  current.current = { navigate, role }
  useEffect(() => {
    let goUntil = 0
    const onFirst = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) return act(event, () => toggleOverlay('palette'))
      if (!isFree(event)) return
      const isSecond = Date.now() < goUntil
      goUntil = 0
      const target = isSecond && goKeysOf(current.current.role).find(({ letter }) => letter === event.key.toLowerCase())
      if (target) return act(event, () => void current.current.navigate({ to: target.entry.route }))
      if (event.key === 'g') goUntil = Date.now() + sequenceMs
    }
    const onLast = (event: KeyboardEvent) => {
      if (event.key === '?' && !event.defaultPrevented && isFree(event)) act(event, () => openOverlay('keys'))
    }
    window.addEventListener('keydown', onFirst, { capture: true })
    window.addEventListener('keydown', onLast)
    return () => {
      window.removeEventListener('keydown', onFirst, { capture: true })
      window.removeEventListener('keydown', onLast)
    }
  }, [])
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
}

/** Nobody types, holds a modifier, or has a dialog or menu open whose keys they are. */
function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false
  return document.querySelector('[role="dialog"], [role="menu"]') === null
}

function act(event: KeyboardEvent, run: () => void): void {
  event.preventDefault()
  event.stopImmediatePropagation()
  run()
}
