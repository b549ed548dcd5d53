import { IconFileSearch } from '@tabler/icons-react'
import type { Face } from '../../resource/face.ts'

export const textSearchFace: Face = {
  nav: { group: 'work', icon: IconFileSearch },
  screen: {
    route: '/text-search',
    accessKey: 'envelopeAccess',
    titleKey: 'nav.textSearch',
    load: () => import('./TextSearchScreen.tsx'),
  },
}
