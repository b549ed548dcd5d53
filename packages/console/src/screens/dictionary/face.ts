import type { Face } from '../../resource/face.ts'

export const dictionaryFace: Face = {
  nav: { group: 'settings', icon: 'IconLanguage' },
  screen: {
    route: '/dictionary',
    accessKey: 'firmAccess',
    titleKey: 'nav.dictionary',
    load: () => import('./DictionaryScreen.tsx'),
  },
}
