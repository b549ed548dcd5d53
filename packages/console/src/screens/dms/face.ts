import { credentialKinds, kindsWithAgent } from '@courtcrier/contract/credential-kinds.ts'
import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'
import { wordFor } from './credential-cards.ts'

export const dmsFace: Face = {
  resource: 'credential',
  nav: { group: 'storage', icon: 'IconPlugConnected' },
  screen: {
    route: '/dms',
    accessKey: 'firmAccess',
    titleKey: 'nav.dms',
    load: () => import('./DmsScreen.tsx'),
  },
}

const agentInputs = {
  agent: lazy(() => import('./AgentInput.tsx')),
  agentCredential: lazy(() => import('./AgentCredentialInput.tsx')),
}
const TestPanel = lazy(() => import('./CredentialTestPanel.tsx'))
const DraftTest = lazy(() => import('./CredentialDraftTest.tsx'))

/** The kinds have no entry in the navigation: they are opened from the list of all. */
export const credentialKindFaces: readonly Face[] = credentialKinds.map((kind) => ({
  resource: kind,
  panels: { record: TestPanel, form: DraftTest },
  ...(kindsWithAgent.includes(kind) ? { inputs: agentInputs } : {}),
  ...(kind === 'generic_credential' ? { wordFor } : {}),
}))
