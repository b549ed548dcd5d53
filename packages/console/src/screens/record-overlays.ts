import type { Feature } from '@courtcrier/contract/features.ts'
import { type ComponentType, lazy } from 'react'

interface RecordOverlay {
  /** Key of the words that lead to it from a record. */
  titleKey: string
  /** Only where the firm has booked this. */
  feature?: Feature
  component: ComponentType<{ id: string; onClose: () => void }>
}

/** What can stand over the list of a resource for one of its records, by resource and name. */
export const recordOverlays: Readonly<Record<string, Readonly<Record<string, RecordOverlay>>>> = {
  case: {
    tracking: {
      titleKey: 'recordLinks.tracking',
      feature: 'tracking',
      component: lazy(() => import('./cases/TrackingDialog.tsx')),
    },
  },
  webhook: {
    calls: { titleKey: 'recordLinks.calls', component: lazy(() => import('./webhooks/WebhookCalls.tsx')) },
  },
}
