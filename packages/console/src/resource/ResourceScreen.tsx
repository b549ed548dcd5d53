import { subjectAccess } from '@courtcrier/contract/access.ts'
import { hasFeature } from '@courtcrier/contract/features.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { useMatches, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { lazy } from '../ui/lazy.ts'
import './text.ts'
import { pageLabel } from '../i18n/labels.ts'
import { useFirm } from '../session/firm.ts'
import { useSession } from '../session/session-store.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { prefetch } from '../ui/prefetch.ts'
import type { SearchParams } from '../ui/search-params.ts'
import { useFocusAfter } from '../ui/use-focus-after.ts'
import { useFace } from './face.ts'
import { Denied } from './list/ListState.tsx'
import { ResourceList } from './ResourceList.tsx'
import { readOverlay, withoutOverlay } from './record-address.ts'
import { useTableState } from './use-table-state.ts'

// The form and its inputs aren't needed to render the list.
const ResourceDrawer = lazy(loadDrawer)

/** Shows the list of the route's resource, and over it the record in the address. */
export default function ResourceScreen() {
  const resource = useMatches({ select: (matches) => matches.at(-1)?.staticData.resource })
  // None while the page is still shown after logging out.
  const role = useSession()?.role
  if (!resource) return null
  const isDenied = role !== undefined && subjectAccess(resource.subject, role) === 'DENY'
  return isDenied ? <DeniedScreen resource={resource} /> : <Screen key={resource.name} resource={resource} />
}

/** Shown without a request: the address opens for roles that may see none of its records. */
function DeniedScreen({ resource }: { resource: Resource }) {
  return (
    <>
      <PageHeader title={pageLabel({ resource })} />
      <Denied resource={resource} />
    </>
  )
}

function Screen({ resource }: { resource: Resource }) {
  const table = useTableState(resource)
  const Drawer = useFace(resource).drawer ?? ResourceDrawer
  // Opening a record then waits only for the record.
  useEffect(() => prefetch(loadDrawer, 'tr[data-id]'), [])
  const wasOpen = useRef(false)
  wasOpen.current ||= table.openId !== undefined
  const lastOpen = useRef(table.openId)
  if (table.openId !== undefined) lastOpen.current = table.openId
  useFocusAfter(table.openId !== undefined, () => findRow(lastOpen.current))
  return (
    <>
      <ResourceList resource={resource} table={table} />
      <RecordOverlay resource={resource} />
      {wasOpen.current && (
        <Suspense>
          <Drawer resource={resource} id={table.openId} onOpen={table.open} />
        </Suspense>
      )}
    </>
  )
}

/** Shows the overlay in the address; nothing if there is no such overlay or the firm doesn't subscribe to it. */
function RecordOverlay({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  const firm = useFirm()
  const { overlays } = useFace(resource)
  const open = readOverlay(useSearch({ strict: false }) as SearchParams)
  const overlay = open && overlays?.[open.name]
  if (!open || !overlay || (overlay.feature && !hasFeature(firm, overlay.feature))) return null
  const Overlay = overlay.component
  const close = () => void navigate({ to: '.', search: withoutOverlay as never, resetScroll: false })
  return (
    <Suspense>
      <Overlay key={open.id} id={open.id} onClose={close} />
    </Suspense>
  )
}

function findRow(id = ''): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#content tr[data-id="${CSS.escape(id)}"]`)
}

function loadDrawer() {
  return import('./ResourceDrawer.tsx')
}
