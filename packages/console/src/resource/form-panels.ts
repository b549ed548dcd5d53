import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { type ComponentType, lazy } from 'react'

interface FormPanelProps {
  /** The record as it is saved. */
  row: AnyRow
  /** What stands in the form now. */
  values: AnyRow
  isNew: boolean
}

/** What stands below the fields of a record's form and shows what they come to, by resource. */
export const formPanels: Readonly<Record<string, ComponentType<FormPanelProps>>> = {
  notification_rule: lazy(() => import('../screens/notification-rules/RuleTrial.tsx')),
  storage_policy: lazy(() => import('../screens/storage-policies/PolicyPreview.tsx')),
  timekeeper_group: lazy(() => import('../screens/daily-preview/DailyPreview.tsx')),
  timekeeper: lazy(() => import('../screens/delivery-settings/EffectiveDelivery.tsx')),
}
