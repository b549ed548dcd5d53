import { useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import './text.ts'
import { recordDrawers } from '../screens/record-drawers.ts'
import { whenIdle } from '../ui/when-idle.ts'
import { RecordOverlay } from './RecordOverlay.tsx'
import { ResourceList } from './ResourceList.tsx'
import { useTableState } from './use-table-state.ts'

// The form and its inputs are not needed to draw the list.
const ResourceDrawer = lazy(loadDrawer)

/** The list of the route's resource, and over it the record that the address names. */
export default function ResourceScreen() {
  const resource = useMatches({ select: (matches) => matches.at(-1)?.staticData.resource })
  return resource ? <Screen key={resource.name} resource={resource} /> : null
}

function Screen({ resource }: { resource: Parameters<typeof ResourceList>[0]['resource'] }) {
  const table = useTableState(resource)
  const Drawer = recordDrawers[resource.name] ?? ResourceDrawer
  // Loaded before anybody opens a record, so that opening one waits for the record only.
  useEffect(() => whenIdle(() => void loadDrawer()), [])
  const wasOpen = useRef(false)
  wasOpen.current ||= table.openId !== undefined
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

function loadDrawer() {
  return import('./ResourceDrawer.tsx')
}
