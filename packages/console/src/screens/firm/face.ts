import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const firmFace: Face = {
  resource: 'firm',
  nav: { group: 'settings', icon: 'IconBuildingBank' },
  entries: [{ icon: 'IconSettings', titleKey: 'nav.firmSettings', hash: 'mail' }],
  screen: {
    route: '/firm-information',
    accessKey: 'firmAccess',
    titleKey: 'nav.firm',
    load: () => import('./FirmScreen.tsx'),
  },
}

/** A banner above the list of walls, and above each one, states whether walls apply at all. */
export const wallFace: Face = {
  resource: 'ethical_wall',
  nav: { group: 'special', icon: 'IconWall' },
  panels: {
    list: lazy(() => import('./WallsOffBanner.tsx')),
    record: lazy(() => import('./WallsSwitch.tsx')),
    form: lazy(() => import('./WallEffect.tsx')),
  },
}
