import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const timekeeperGroupFace: Face = {
  resource: 'timekeeper_group',
  nav: { group: 'data', icon: 'IconAdjustments' },
  panels: { form: lazy(() => import('./GroupPanels.tsx')), shows: ['chatHealth', 'chatSentence'] },
}
