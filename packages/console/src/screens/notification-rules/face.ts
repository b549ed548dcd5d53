import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const notificationRuleFace: Face = {
  resource: 'notification_rule',
  nav: { group: 'special', icon: 'IconMailForward' },
  cells: { template: lazy(() => import('./ConditionCell.tsx')) },
  inputs: { template: lazy(() => import('./ConditionInput.tsx')) },
  panels: { form: lazy(() => import('./RuleTrial.tsx')) },
}
