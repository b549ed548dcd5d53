import { startFakeDropbox } from '@courtcrier/connectors/dropbox/fake-dropbox.ts'
import { startFakeSalesforce } from '@courtcrier/connectors/litify/fake-salesforce.ts'
import { startFakeGraph } from '@courtcrier/connectors/sharepoint/fake-graph.ts'
import { startFakeWeb } from '@courtcrier/connectors/sharepoint-server/fake-web.ts'
import { afterEach, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { dmsSignIns } from '../testing/dms-sign-in.ts'
import { productRoutes } from './routes.ts'

/** Credentials for services on the internet, which are fakes here, as someone enters and tests them. */
let api: TestApi
let close: () => Promise<void>
afterEach(async () => {
  await api.close()
  await close()
})

const clientSettings = { client_id: 'app', client_secret: 'right' }
const client = { clientId: 'app', clientSecret: 'right' }

const services = [
  [
    'generic_credential',
    { driver: 'DROPBOX', token: 'refresh', ...clientSettings },
    () => startFakeDropbox({ ...client, refreshToken: 'refresh' }),
    ['ok', 'ok', 'ok', 'ok', 'ok', 'ok'],
  ],
  [
    'sharepoint_online_credential',
    { base_url: 'https://firm.sharepoint.com/sites/Litigation', tenant_id: 'firm.example', ...clientSettings },
    () => startFakeGraph({ ...client, tenantId: 'firm.example', site: '/sites/Litigation' }),
    ['ok', 'ok', 'ok', 'ok', 'ok', 'ok'],
  ],
  [
    'sharepoint_server_credential',
    { base_url: 'https://sharepoint.firm.example/sites/Litigation', username: 'FIRM\\svc', password: 'right' },
    () => startFakeWeb({ username: 'FIRM\\svc', password: 'right', site: '/sites/Litigation' }),
    ['ok', 'ok', 'ok', 'ok', 'ok', 'ok'],
  ],
  [
    'litify_credential',
    { base_url: 'https://firm.my.salesforce.com', ...clientSettings },
    () => startFakeSalesforce(client),
    ['ok', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped'],
  ],
] as const

test.each(services)(
  'a %s with %o is saved, and its test reaches the service',
  async (kind, settings, start, states) => {
    const { service } = await start()
    close = service.close
    api = await openTestApi({
      register: productRoutes,
      environment: {
        COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback',
        COURTCRIER_STORE_GATEWAY: `http://127.0.0.1:${service.port}`,
      },
    })
    const send = (method: 'POST', url: string, body?: object) =>
      api.call({ as: 'Administrator', method, url: `/api/v1/${url}`, ...(body ? { body } : {}) })
    const made = await send('POST', kind, { name: 'Ours', ...settings })
    expect(made.status, made.text).toBe(201)
    const tested = await send('POST', `${kind}/${made.json().id}/test`)
    expect(tested.json()).toMatchObject({ ok: true, steps: states.map((state) => expect.objectContaining({ state })) })
  },
)

test('someone signs in to Dropbox with PKCE, for offline access, and the credential works', async () => {
  const fake = await startFakeDropbox({ ...client, refreshToken: 'refresh' })
  close = () => fake.service.close()
  const gateway = `http://127.0.0.1:${fake.service.port}`
  api = await openTestApi({
    register: productRoutes,
    environment: {
      ...{ COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback' },
      COURTCRIER_STORE_GATEWAY: gateway,
    },
  })
  const body = { name: 'Ours', driver: 'DROPBOX', ...clientSettings }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/generic_credential', body })
  expect(made.status, made.text).toBe(201)
  const key = `generic_credential/${made.json().id}`
  const tested = async () =>
    (await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${key}/test` })).json()
  expect(await tested()).toMatchObject({ ok: false, sentence: expect.stringContaining('Not signed in yet') })
  const { begin, signIn } = dmsSignIns(api)
  const asked = new URL(String((await begin(key)).json().url))
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    ...{ token_access_type: 'offline', code_challenge_method: 'S256' },
  })
  expect(await signIn(key)).toMatchObject({ sentence: 'Signed in at Dropbox as dana@firm.example.' })
  expect(await tested()).toMatchObject({ ok: true })
})

test('other credentials with the same form have no one to sign in', async () => {
  close = async () => undefined
  api = await openTestApi({ register: productRoutes })
  const body = { name: 'Folder', driver: 'FILE_SYSTEM', folder_id: '/' }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/generic_credential', body })
  const url = `/api/v1/generic_credential/${made.json().id}/sign-in`
  expect((await api.call({ as: 'Administrator', url })).json()).toMatchObject({ provider: null })
  const begun = await api.call({ as: 'Administrator', method: 'POST', url })
  expect(begun.json()).toMatchObject({ url: null, sentence: expect.stringContaining('No one signs in') })
})

test.each([
  ['clio_credential', { region: 'EU' }, 'https://eu.app.clio.com/oauth/authorize', {}],
  [
    'netdocuments_cloud_credential',
    { region: 'AU', repository: 'CA-AB12CD34', cabinet: 'NG-AB12CD34' },
    'https://au.netdocuments.com/neWeb2/OAuth.aspx',
    { scope: 'full' },
  ],
])('with a %s, the browser goes to the service of its region', async (kind, settings, address, parameters) => {
  close = async () => undefined
  api = await openTestApi({ register: productRoutes })
  const body = { name: 'Ours', ...clientSettings, ...settings }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${kind}`, body })
  expect(made.status, made.text).toBe(201)
  const begun = await dmsSignIns(api).begin(`${kind}/${made.json().id}`)
  const asked = new URL(String(begun.json().url))
  expect(asked.origin + asked.pathname).toBe(address)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({ response_type: 'code', ...parameters })
})
