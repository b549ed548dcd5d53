import { lazy, Suspense, useEffect, useRef } from 'react'
import { closeOverlay, useOverlay } from '../ui/overlays.ts'
import { usePreference } from '../ui/preferences.ts'
import { whenIdle } from '../ui/when-idle.ts'
import { useShellKeys } from './use-shell-keys.ts'

const loadPalette = () => import('./palette/Palette.tsx')
const Palette = lazy(loadPalette)
const KeysDialog = lazy(() => import('./KeysDialog.tsx'))
const SupportDialog = lazy(() => import('./support/SupportDialog.tsx'))
const SupportBar = lazy(() => import('./support/SupportBar.tsx'))

/** The palette, the sheet of keys and what support needs, over every page behind the log-in. */
export function Overlays() {
  const overlay = useOverlay()
  const [isSupport] = usePreference('support', false)
  useShellKeys()
  // It stays once it was there, so that it can close before one's eyes and give the focus back.
  const wasPalette = useRef(false)
  wasPalette.current ||= overlay === 'palette'
  // There at once when the keys are pressed, also without a connection.
  useEffect(() => whenIdle(() => void loadPalette()), [])
  return (
    <Suspense>
      {wasPalette.current && <Palette isOpen={overlay === 'palette'} onClose={() => closeOverlay('palette')} />}
      {overlay === 'keys' && <KeysDialog onClose={() => closeOverlay('keys')} />}
      {overlay === 'support' && <SupportDialog onClose={() => closeOverlay('support')} />}
      {isSupport && <SupportBar />}
    </Suspense>
  )
}
