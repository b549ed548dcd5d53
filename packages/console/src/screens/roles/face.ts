import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const roleFace: Face = {
  resource: 'user_security_role',
  nav: { group: 'settings', icon: 'IconShield' },
  drawer: lazy(() => import('./RoleDrawer.tsx')),
}
