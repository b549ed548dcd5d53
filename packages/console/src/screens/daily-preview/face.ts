import { lazy } from 'react'
import type { Face } from '../../resource/face.ts'

export const timekeeperGroupFace: Face = {
  resource: 'timekeeper_group',
  nav: { group: 'data', icon: 'IconAdjustments' },
  panels: { form: lazy(() => import('./GroupPanels.tsx')), shows: ['chatHealth', 'chatSentence'] },
}
