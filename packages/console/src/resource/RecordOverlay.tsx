import { hasFeature } from '@courtcrier/contract/features.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { SearchParams } from '../app/search-params.ts'
import { recordOverlays } from '../screens/record-overlays.ts'
import { useFirm } from '../session/firm.ts'
import { readOverlay, withoutOverlay } from './overlay-link.ts'

/** What the address asks for over the list; nothing when there is no such thing, or the firm has not booked it. */
export function RecordOverlay({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  const firm = useFirm()
  const open = readOverlay(useSearch({ strict: false }) as SearchParams)
  const overlay = open && recordOverlays[resource.name]?.[open.name]
  if (!open || !overlay || (overlay.feature && !hasFeature(firm, overlay.feature))) return null
  const Overlay = overlay.component
  const close = () => void navigate({ to: '.', search: withoutOverlay as never, resetScroll: false })
  return (
    <Suspense>
      <Overlay key={open.id} id={open.id} onClose={close} />
    </Suspense>
  )
}
