import { lazy } from 'react'
import type { Face } from '../../resource/face.ts'

export const timekeeperFace: Face = {
  resource: 'timekeeper',
  nav: { group: 'data', icon: 'IconUsersGroup' },
  page: () => import('../filed/FiledRecord.tsx'),
  panels: { form: lazy(() => import('./EffectiveDelivery.tsx')) },
}
