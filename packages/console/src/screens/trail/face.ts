import type { Face } from '../../resource/face.ts'

export const trailFace: Face = {
  screen: {
    route: '/notice-trail',
    children: ['$entity/$id'],
    accessKey: 'inboxItemAccess',
    titleKey: 'trail.route',
    load: () => import('./TrailScreen.tsx'),
  },
}
