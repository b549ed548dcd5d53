import type { Face } from '../../resource/face.ts'

export const hierarchyFace: Face = {
  nav: { group: 'storage', icon: 'IconStack2' },
  screen: {
    route: '/hierarchy',
    accessKey: 'firmAccess',
    titleKey: 'nav.hierarchy',
    load: () => import('./HierarchyScreen.tsx'),
  },
}
