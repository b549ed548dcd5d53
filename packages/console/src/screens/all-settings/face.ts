import type { Face } from '../../resource/face.ts'

/** Every role has this page; it lists what the role may open. */
export const settingsFace: Face = {
  screen: {
    route: '/settings',
    accessKey: '',
    titleKey: 'nav.settings',
    load: () => import('./AllSettingsScreen.tsx'),
  },
}
