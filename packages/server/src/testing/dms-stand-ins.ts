import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
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
import { digestOf } from '@courtcrier/connectors/testing/fake-bytes.ts'
import type { FakeService } from '@courtcrier/connectors/testing/fake-service.ts'
import type { FakeEntry, FakeTree } from '@courtcrier/connectors/testing/fake-tree.ts'
import { shownHostKey } from '@courtcrier/connectors/testing/sftp-bench.ts'
import { storeServers } from '@courtcrier/connectors/testing/store-server.ts'
import { dmsRedirectUris } from './dms-sign-in.ts'
import { startS3Server } from './s3-server.ts'

/** What takes the place of a DMS, and what an administrator enters to save there. */
export interface DmsStandIn {
  settings: Readonly<Record<string, unknown>>
  /** The secret among them, as it is entered again; absent where there is none. */
  secret?: Readonly<Record<string, string>>
  /** One that the DMS refuses, for a DMS that isn't called through the gateway, which answers 401 for the others. */
  wrong?: Readonly<Record<string, string>>
  /** Where calls by the service's name go; absent if it isn't called by name. */
  port?: number
  /** The folder that a policy's path begins with, if any. */
  above?: string
  /** A document property that it saves. */
  property?: string
  /** Every file there. */
  files: () => Promise<readonly SavedFile[]>
  /** What a link opens: a document, the matter that it is in, or nothing where a DMS has no addresses for browsers. */
  opens: 'document' | 'matter' | 'nothing'
  /** The path of what a link opens. */
  opened?: (link: string) => string | undefined
  close: () => Promise<unknown>
}

export interface SavedFile {
  path: string
  sha256: string
  /** What is saved with it besides. */
  kept: unknown
}

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
    return { ...onTree(fake), settings: { ...client, enterprise_id: '42', folder_id: '777' }, secret: clientSecret }
  },
  box_credential: async () => {
    const fake = await startFakeBox({ ...app, enterpriseId: '42', redirectUris })
    return { ...onTree(fake), settings: { ...client, folder_id: '777' }, secret: clientSecret }
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
    return { ...onTree(fake, opened), ...withPassword({ base_url, username: 'FIRM\\svc' }) }
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

interface OnTree {
  service: FakeService
  tree: FakeTree
}

/** A fake of a service, whose links have the ID of what they open unless a test says how to read them. */
function onTree({ service, tree }: OnTree, opened?: DmsStandIn['opened'], keptOf?: (entry: FakeEntry) => unknown) {
  const byId = (link: string) => {
    const ids = link.split(/[/?#=&]/).map(decodeURIComponent)
    // Salesforce marks the IDs of what it keeps by their kind.
    const found = ids.map((id) => tree.find(id) ?? tree.find(id.replace(/^d/, ''))).find(Boolean)
    return found && tree.pathOf(found)
  }
  return {
    port: service.port,
    opens: 'document' as DmsStandIn['opens'],
    opened: opened ?? byId,
    files: async () =>
      tree.below(tree.root.id).flatMap((entry) => {
        if (!entry.bytes) return []
        const sha256 = digestOf(entry.bytes, 'sha256').toString('hex')
        return [{ path: tree.pathOf(entry), sha256, kept: keptOf?.(entry) ?? entry.facts }]
      }),
    close: () => service.close(),
  }
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

async function startS3(): Promise<DmsStandIn> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-s3-'))
  const server = await startS3Server(folder)
  await server.makeBucket('filings')
  const settings = { region: 'us-east-1', database: 'filings', folder_id: 'Court' }
  const secret = { api_secret: 'S3RVER' }
  return {
    settings: { ...settings, api_key: 'S3RVER', ...secret },
    secret,
    port: server.port,
    property: 'Filed-In',
    files: async () =>
      Promise.all(
        [...(await server.objects('filings'))].map(async ([key, sha256]) => ({
          ...{ path: key, sha256 },
          kept: await server.metadata('filings', key),
        })),
      ),
    opens: 'document',
    opened: (link) => new URL(link).searchParams.get('prefix') ?? undefined,
    close: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type OnFolder = Omit<DmsStandIn, 'files' | 'close'> & { stop: () => Promise<void> }

/** A server over a new folder. */
async function onFolder(start: (folder: string) => Promise<OnFolder>): Promise<DmsStandIn> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-dms-'))
  const { stop, ...rest } = await start(folder)
  return {
    ...rest,
    files: () => filesBelow(folder),
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function filesBelow(folder: string): Promise<readonly SavedFile[]> {
  await mkdir(folder, { recursive: true })
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  return Promise.all(
    files.map(async (file) => ({
      path: path.relative(folder, file),
      sha256: createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
      kept: undefined,
    })),
  )
}
