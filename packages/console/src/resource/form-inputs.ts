import { type ComponentType, lazy } from 'react'
import type { InputProps } from '../fields/face.ts'

/** Fields that a form offers in a way of their own instead of that of their kind, by resource and key. */
export const formInputs: Readonly<Record<string, ComponentType<InputProps>>> = {
  'notification_rule.template': lazy(() => import('../screens/notification-rules/ConditionInput.tsx')),
}
