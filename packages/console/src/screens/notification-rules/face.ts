import { lazy } from 'react'
import type { Face } from '../../resource/face.ts'

export const notificationRuleFace: Face = {
  resource: 'notification_rule',
  nav: { group: 'special', icon: 'IconMailForward' },
  cells: { template: lazy(() => import('./ConditionCell.tsx')) },
  inputs: { template: lazy(() => import('./ConditionInput.tsx')) },
  panels: { form: lazy(() => import('./RuleTrial.tsx')) },
}
