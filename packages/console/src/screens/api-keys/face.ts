import { IconKey } from '@tabler/icons-react'
import type { Face } from '../../resource/face.ts'

export const apiKeysFace: Face = {
  nav: { group: 'settings', icon: IconKey },
  screen: {
    route: '/api-keys',
    accessKey: 'userAccess',
    titleKey: 'nav.apiKeys',
    load: () => import('./ApiKeysScreen.tsx'),
  },
}
