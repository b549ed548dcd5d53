import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useConfirmation } from '../session/confirmation.ts'
import { isTyping } from '../ui/is-typing.ts'
import { lazy } from '../ui/lazy.ts'
import { closeOverlay, openOverlay, toggleOverlay, useOverlay } from '../ui/overlays.ts'
import { usePreference } from '../ui/preferences.ts'
import { prefetch } from '../ui/prefetch.ts'
import { useGoKeys } from './go-keys.ts'

const loadPalette = () => import('./palette/Palette.tsx')
const Palette = lazy(loadPalette)
const KeysDialog = lazy(() => import('./KeysDialog.tsx'))
const SupportDialog = lazy(() => import('./support/SupportDialog.tsx'))
const ConfirmIdentity = lazy(() => import('./ConfirmIdentity.tsx'))
const SupportBar = lazy(() => import('./support/SupportBar.tsx'))

/** Shows the palette, the keyboard shortcuts, support information and the question who is there, over every page behind the login. */
export function Overlays() {
  const { overlay, pageKeys } = useOverlay()
  const [isSupport] = usePreference('support', false)
  const confirmation = useConfirmation()
  useShellKeys()
  // It stays mounted once opened, so that it can animate its closing and return focus.
  const wasPalette = useRef(false)
  wasPalette.current ||= overlay === 'palette'
  // Loaded in advance, so that it opens immediately, even without a connection.
  useEffect(() => prefetch(loadPalette, '[data-opens="palette"]'), [])
  return (
    <Suspense>
      {wasPalette.current && <Palette isOpen={overlay === 'palette'} onClose={() => closeOverlay('palette')} />}
      {overlay === 'keys' && <KeysDialog pageKeys={pageKeys} onClose={() => closeOverlay('keys')} />}
      {overlay === 'support' && <SupportDialog onClose={() => closeOverlay('support')} />}
      {isSupport && <SupportBar />}
      {confirmation && <ConfirmIdentity settle={confirmation.settle} />}
    </Suspense>
  )
}

/** Time limit for the second key of a sequence, between the keys themselves: a busy page handles them later. */
const sequenceMs = 1500

/**
 * Handles the console's global keys: Ctrl or ⌘ and K for the palette, `?` for the keyboard shortcuts, `g` and a letter
 * to go to a page. The letter after `g` is handled before the page's own keys; `?` is left to pages with their own
 * shortcuts.
 */
function useShellKeys(): void {
  const navigate = useNavigate()
  const goKeys = useGoKeys()
  const current = useRef({ navigate, goKeys })
  current.current = { navigate, goKeys }
  useEffect(() => {
    let goUntil = 0
    const onFirst = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) return act(event, () => toggleOverlay('palette'))
      if (!isFree(event)) return
      const isSecond = event.timeStamp < goUntil
      goUntil = 0
      const target = isSecond && current.current.goKeys.find(({ letter }) => letter === event.key.toLowerCase())
      if (target) return act(event, () => void current.current.navigate({ to: target.entry.route }))
      if (event.key === 'g') goUntil = event.timeStamp + sequenceMs
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

/** Returns whether no one is typing or holding a modifier, and no dialog or menu owns the keys. */
function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false
  return document.querySelector('[role="dialog"], [role="menu"]') === null
}

function act(event: KeyboardEvent, run: () => void): void {
  event.preventDefault()
  event.stopImmediatePropagation()
  run()
}
