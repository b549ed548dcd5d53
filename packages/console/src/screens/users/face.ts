import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const userFace: Face = {
  resource: 'user',
  nav: { group: 'settings', icon: 'IconUsers' },
  panels: { form: lazy(() => import('./UserAccess.tsx')), actions: lazy(() => import('./InvitePeople.tsx')) },
}
