import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const timekeeperFace: Face = {
  resource: 'timekeeper',
  nav: { group: 'data', icon: 'IconUsersGroup' },
  page: () => import('../filed/FiledRecord.tsx'),
  panels: { form: lazy(() => import('./EffectiveDelivery.tsx')) },
}
