import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { type ComponentType, lazy } from 'react'

/** What shows a record in its drawer where a list of its fields says too little, by resource. */
export const recordViews: Readonly<Record<string, ComponentType<{ row: AnyRow }>>> = {
  system_event: lazy(() => import('../screens/event-logs/EventRecord.tsx')),
  import_run: lazy(() => import('../transfer/RunRecord.tsx')),
}
