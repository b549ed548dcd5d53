import { startFakeBox } from '@courtcrier/connectors/box/fake-box.ts'
import { startFakeClio } from '@courtcrier/connectors/clio/fake-clio.ts'
import { startFakeDropbox } from '@courtcrier/connectors/dropbox/fake-dropbox.ts'
import { startFakeFilevine } from '@courtcrier/connectors/filevine/fake-filevine.ts'
import { startFakeGraph } from '@courtcrier/connectors/sharepoint/fake-graph.ts'
import { startFakeSmokeball } from '@courtcrier/connectors/smokeball/fake-smokeball.ts'
import type { FakeService } from '@courtcrier/connectors/testing/fake-service.ts'
import type { FakeTree } from '@courtcrier/connectors/testing/fake-tree.ts'
import type { Victim } from './upload-victim.fixture.ts'

/** A service that takes files in several steps, for tests that kill the process between them. */
export interface KilledService {
  name: string
  /** The kind of its credential. */
  kind: string
  settings: Victim['settings']
  start: () => Promise<{ service: FakeService; tree: FakeTree }>
  /** Of a file that takes all steps. */
  megabytes: number
  /** The calls of an upload, and among them those that send bytes. */
  steps: RegExp
  sends: RegExp
  /** How many of these a later attempt takes to ask where it stands; none if absent. */
  asks?: number
}

const app = { clientId: 'courtcrier', clientSecret: 'right' }
const box = { ...app, enterpriseId: '42', folderId: '777' }
const graph = { ...app, tenantId: 'firm.onmicrosoft.com' }
const filevine = { apiKey: 'token', apiSecret: '0f8c3a52-3b1e-4a57-9a0c-6d1f5e2b7c94:client:secret' }
const smokeball = { ...app, apiKey: 'key', region: 'US' }

export const killedServices: readonly KilledService[] = [
  {
    ...{ name: 'box', kind: 'box_client_credential', settings: box, megabytes: 52 },
    start: () => startFakeBox({ ...box, partSize: 16_000_000 }),
    steps: /upload_sessions/,
    sends: /^PUT /,
  },
  {
    ...{ name: 'clio', kind: 'clio_credential', settings: { ...app, region: 'US' }, megabytes: 25 },
    start: async () => withMatter(await startFakeClio({ ...app, refreshToken: 'first' })),
    steps: /^POST \S*\/documents\.json|^PATCH |^PUT /,
    sends: /^PUT /,
  },
  {
    ...{ name: 'sharepoint', kind: 'sharepoint_online_credential', megabytes: 20 },
    settings: { ...graph, baseUrl: 'https://firm.sharepoint.com/sites/Litigation' },
    start: () => startFakeGraph({ ...graph, site: '/sites/Litigation' }),
    steps: /createUploadSession|\/upload\//,
    sends: /^PUT /,
  },
  {
    ...{ name: 'dropbox', kind: 'generic_credential', settings: app, megabytes: 20 },
    start: () => startFakeDropbox({ ...app, refreshToken: 'first' }),
    steps: /upload_session\//,
    sends: /append_v2$/,
    asks: 1,
  },
  {
    ...{ name: 'filevine', kind: 'filevine_credential', settings: filevine, megabytes: 5 },
    start: async () => withMatter(await startFakeFilevine({ ...filevine, organizations: [{ id: 42, name: 'Firm' }] })),
    steps: /^POST \S*\/Documents|^PUT /,
    sends: /^PUT /,
  },
  {
    ...{ name: 'smokeball', kind: 'smokeball_credential', settings: smokeball, megabytes: 5 },
    start: async () => {
      const fake = await startFakeSmokeball(smokeball)
      fake.tree.add({ name: 'A', parentId: 'account', bytes: undefined })
      return fake
    },
    steps: /^POST \S*\/documents\/files|^PUT /,
    sends: /^PUT /,
  },
]

/** Matters are opened by people. */
function withMatter<Fake extends { tree: FakeTree }>(fake: Fake): Fake {
  fake.tree.makeFolders('A')
  return fake
}
