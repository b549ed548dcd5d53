import type { Face } from '../../resource/face.ts'

/** Specified but not built yet; the page says so, and the guard already applies. */
export const billingFace: Face = {
  nav: { group: 'settings', icon: 'IconReceipt' },
  screen: {
    route: '/billing',
    accessKey: 'firmAccess',
    titleKey: 'nav.billing',
    load: () => import('./LaterScreen.tsx'),
  },
}
