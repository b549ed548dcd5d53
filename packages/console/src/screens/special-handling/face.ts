import type { Face } from '../../resource/face.ts'

export const specialHandlingFace: Face = {
  nav: { group: 'special', icon: 'IconRoute' },
  screen: {
    route: '/special-handling',
    accessKey: 'firmAccess',
    titleKey: 'nav.specialHandling',
    load: () => import('./SpecialHandlingScreen.tsx'),
  },
}
