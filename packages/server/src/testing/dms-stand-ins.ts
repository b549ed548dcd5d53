import { startFakeBox } from '@courtcrier/connectors/box/fake-box.ts'
import { startFakeClio } from '@courtcrier/connectors/clio/fake-clio.ts'
import { startFakeDropbox } from '@courtcrier/connectors/dropbox/fake-dropbox.ts'
import { startFakeFilevine } from '@courtcrier/connectors/filevine/fake-filevine.ts'
import { startFakeImanage } from '@courtcrier/connectors/imanage/fake-imanage.ts'
import { startFakeSalesforce } from '@courtcrier/connectors/litify/fake-salesforce.ts'
import { startFakeNetdocuments } from '@courtcrier/connectors/netdocuments/fake-netdocuments.ts'
import { startFakeRest } from '@courtcrier/connectors/rest/fake-rest.ts'
import { startFakeGraph } from '@courtcrier/connectors/sharepoint/fake-graph.ts'
import { startFakeWeb } from '@courtcrier/connectors/sharepoint-server/fake-web.ts'
import { startFakeSmokeball } from '@courtcrier/connectors/smokeball/fake-smokeball.ts'
import type { FakeEntry } from '@courtcrier/connectors/testing/fake-tree.ts'
import { shownHostKey } from '@courtcrier/connectors/testing/sftp-bench.ts'
import { storeServers } from '@courtcrier/connectors/testing/store-server.ts'
import { dmsRedirectUris } from './dms-sign-in.ts'
import { type DmsStandIn, filesBelow, onFolder, onTree, startS3 } from './dms-stand-in.ts'

interface Given {
  /** Where a firm's own folder is, for folders on the server. */
  firmFolder: string
  /** The number of a matter that people have opened there. */
  matter: string
}

const app = { clientId: 'app', clientSecret: 'right' }
const client = { client_id: 'app', client_secret: 'right' }
const clientSecret = { client_secret: 'right' }
const redirectUris = dmsRedirectUris

/** A stand-in for every kind of credential, by the kind or by the type of a generic one. */
export const dmsStandIns: Readonly<Record<string, (given: Given) => Promise<DmsStandIn>>> = {
  FILE_SYSTEM: async ({ firmFolder }) => ({
    settings: { folder_id: '/Court' },
    files: () => filesBelow(firmFolder),
    opens: 'nothing',
    close: async () => undefined,
  }),
  S3: startS3,
  WEBDAV: () =>
    onFolder(async (folder) => {
      const { port, stop } = await npmServers.startWebdav(folder)
      const settings = { base_url: 'http://dav.firm.example/', username: 'courtcrier', sign_in: 'BASIC' }
      const opened = (link: string) => pathIn(link, 'http://dav.firm.example/')
      return { ...withPassword(settings), port, opens: 'document', opened, stop }
    }),
  SFTP: () =>
    onFolder(async (folder) => {
      const { port, stop } = await npmServers.startSftp(folder)
      const host_key = await shownHostKey(port)
      const settings = { base_url: `sftp://127.0.0.1:${port}/`, username: 'courtcrier', host_key }
      return { ...withPassword(settings), wrong: { password: 'wrong' }, opens: 'nothing', stop }
    }),
  DROPBOX: async () => {
    const fake = await startFakeDropbox({ ...app, refreshToken: 'refresh' })
    const opened = (link: string) =>
      `${pathIn(link, 'https://www.dropbox.com/home/')}/${new URL(link).searchParams.get('preview')}`
    return { ...onTree(fake, opened), settings: client, secret: clientSecret }
  },
  REST: () => startRest({ settings: { token: 'right' }, header: '{token}' }),
  neos_credential: () => startRest({ settings: { api_key: 'right' }, header: '{apiKey}' }),
  box_client_credential: async () => {
    const fake = await startFakeBox({ ...app, enterpriseId: '42' })
    const settings = { ...client, enterprise_id: '42', folder_id: '777' }
    return { ...onTree(fake), settings, secret: clientSecret, property: 'Docket' }
  },
  box_credential: async () => {
    const fake = await startFakeBox({ ...app, enterpriseId: '42', redirectUris })
    const settings = { ...client, folder_id: '777' }
    return { ...onTree(fake), settings, secret: clientSecret, property: 'Docket' }
  },
  sharepoint_online_credential: async () => {
    const site = '/sites/Litigation'
    const fake = await startFakeGraph({ ...app, tenantId: 'firm.example', site })
    const base_url = `https://firm.sharepoint.com${site}`
    const opened = (link: string) => pathIn(link, `${base_url}/Shared%20Documents/`)
    const settings = { base_url, tenant_id: 'firm.example', ...client }
    return { ...onTree(fake, opened), settings, secret: clientSecret, property: 'Matter Number' }
  },
  sharepoint_server_credential: async () => {
    const site = '/sites/Litigation'
    const fake = await startFakeWeb({ username: 'FIRM\\svc', password: 'right', site })
    const base_url = `https://sharepoint.firm.example${site}`
    const opened = (link: string) => pathIn(link, `${base_url}/Shared%20Documents/`)
    return { ...onTree(fake, opened), ...withPassword({ base_url, username: 'FIRM\\svc' }), property: 'Matter Number' }
  },
  clio_credential: async ({ matter }) => {
    const fake = await startFakeClio({ ...app, refreshToken: 'refresh', redirectUris })
    fake.tree.makeFolders(matter)
    return { ...onTree(fake), settings: { region: 'EU', ...client }, secret: clientSecret }
  },
  filevine_credential: async ({ matter }) => {
    const secret = { api_secret: '0f8c3a52-3b1e-4a57-9a0c-6d1f5e2b7c94:client:secret' }
    const organizations = [{ id: 42, name: 'Harlan & Lowe' }]
    const fake = await startFakeFilevine({ apiKey: 'token', apiSecret: secret.api_secret, organizations })
    fake.tree.makeFolders(matter)
    const settings = { base_url: 'https://api.filevineapp.com', api_key: 'token', ...secret }
    return { ...onTree(fake), settings, secret, opens: 'matter' }
  },
  smokeball_credential: async ({ matter }) => {
    const fake = await startFakeSmokeball({ ...app, apiKey: 'key' })
    fake.tree.makeFolders(matter)
    return {
      ...onTree(fake),
      settings: { region: 'UK', api_key: 'key', ...client },
      secret: clientSecret,
      opens: 'nothing',
      property: 'Docket',
    }
  },
  litify_credential: async ({ matter }) => {
    const fake = await startFakeSalesforce(app)
    fake.tree.makeFolders(matter)
    return {
      ...onTree(fake),
      settings: { base_url: 'https://firm.my.salesforce.com', ...client },
      secret: clientSecret,
    }
  },
  netdocuments_client_credential: startNetdocuments,
  netdocuments_cloud_credential: startNetdocuments,
  imanage_cloud_credential: () => startImanage('https://cloudimanage.com', true),
  imanage_server_credential: () => startImanage('https://imanage.firm.example', false),
}

const [npmServers = missingServers()] = storeServers

function missingServers(): never {
  throw new Error('there are no servers from npm')
}

function withPassword<S extends object>(settings: S) {
  return { settings: { ...settings, password: 'right' }, secret: { password: 'right' } }
}

/** The path of an address below another one; undefined for one that is elsewhere. */
function pathIn(link: string, base: string): string | undefined {
  return link.startsWith(base) ? decodeURIComponent(link.slice(base.length).replace(/[?#].*$/, '')) : undefined
}

async function startRest(signIn: { settings: Record<string, string>; header: string }): Promise<DmsStandIn> {
  const fake = await startFakeRest({ token: 'right' })
  const settings = {
    ...signIn.settings,
    base_url: 'https://service.firm.example',
    upload_method: 'POST',
    upload_path: '/api/upload?key={key}',
    upload_body: 'FORM',
    file_field: 'document',
    form_fields: { path: '{path}', author: '{property:Author}' },
    read_path: '/api/files/{path}',
    folder_method: 'POST',
    folder_path: '/api/folders',
    folder_body: '{"name": "{name}", "parent": "{folder}"}',
    headers: { 'X-Token': signIn.header },
    link_template: '{answer:data.url}',
  }
  const kept = (entry: FakeEntry) => fake.properties.get(fake.tree.pathOf(entry))
  return { ...onTree(fake, undefined, kept), settings, secret: signIn.settings, property: 'Author' }
}

async function startNetdocuments(): Promise<DmsStandIn> {
  const given = { ...app, repository: 'CA-REPO', refreshToken: 'refresh', redirectUris }
  const fake = await startFakeNetdocuments(given)
  const settings = { region: 'DE', repository: 'CA-REPO', cabinet: 'NG-CABINET', ...client }
  const kept = ({ id }: FakeEntry) => fake.profiles.get(id)
  return { ...onTree(fake, undefined, kept), settings, secret: clientSecret, property: 'Document Type' }
}

async function startImanage(base_url: string, hasTokens: boolean): Promise<DmsStandIn> {
  const fake = await startFakeImanage({ username: 'CCRIER', password: 'right', ...app, library: 'ACTIVE' })
  fake.state.hasTokens = hasTokens
  const settings = {
    ...{ base_url, customer_id: 516, database: 'ACTIVE', ...client, username: 'CCRIER' },
    ...{ author_field: 'CCRIER', document_class: 'COURT', document_subclass: 'NOTICE' },
  }
  const kept = ({ id }: FakeEntry) => fake.profiles.get(id)
  return { ...onTree(fake, undefined, kept), ...withPassword(settings), above: 'Matters', property: 'Custom 1' }
}
