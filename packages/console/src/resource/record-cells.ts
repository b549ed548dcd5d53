import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { type ComponentType, lazy } from 'react'

type RecordCell = ComponentType<{ row: AnyRow }>

/** Cells that show more than the value of their field, by resource and field. The plain one stands there until they are loaded. */
export const recordCells: Readonly<Record<string, Readonly<Record<string, RecordCell>>>> = {
  case: {
    trackingStatus: lazy(() => import('../screens/cases/TrackingCell.tsx')),
  },
  system_event: {
    sentence: lazy(() => import('../screens/event-logs/EventSentence.tsx')),
    level: lazy(() => import('../screens/event-logs/EventLevel.tsx')),
  },
}
