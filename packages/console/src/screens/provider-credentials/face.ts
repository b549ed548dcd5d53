import type { Face } from '../../resource/face.ts'

export const providerCredentialsFace: Face = {
  nav: { group: 'storage', icon: 'IconKey' },
  screen: {
    route: '/provider-credentials',
    accessKey: 'firmAccess',
    titleKey: 'nav.providerCredentials',
    load: () => import('./ProviderCredentialsScreen.tsx'),
  },
}
