import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { getResource, resources } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

const keepingSecrets = resources.filter(({ fields }) => Object.values(fields).some(({ kind }) => kind === 'secret'))

test('every resource with a secret defines what determines where it is sent; Box has only one address', () => {
  const undirected = keepingSecrets.filter(({ fields }) => !Object.values(fields).some((field) => field.directsSecrets))
  expect(undirected.map(({ name }) => name).toSorted()).toEqual(['box_client_credential', 'box_credential'])
})

interface Kind {
  name: string
  row: AnyRow
  secret: string
  /** Changes that keep the destination. */
  same: readonly AnyRow[]
  elsewhere: readonly AnyRow[]
}

const kinds: readonly Kind[] = [
  {
    name: 'generic_credential',
    row: { driver: 'WEBDAV', base_url: 'https://files.example.com/dav', username: 'u', password: 'p1' },
    secret: 'password',
    same: [{ base_url: 'https://Files.example.com:443/other' }, { username: 'v' }, { folder_id: 'x' }],
    elsewhere: [
      { base_url: 'https://evil.example/dav' },
      { base_url: 'http://files.example.com/dav' },
      { base_url: 'https://files.example.com:8443/dav' },
      { base_url: 'https://files.example.com.evil.example/dav' },
      { sign_in: 'DIGEST' },
      { driver: 'SFTP', base_url: 'sftp://files.example.com' },
      { driver: 'FILE_SYSTEM', folder_id: '/' },
    ],
  },
  {
    name: 'generic_credential',
    row: { driver: 'S3', region: 'us-east-1', database: 'b', api_key: 'k', api_secret: 's' },
    secret: 'api_secret',
    same: [{ folder_id: 'cases' }],
    elsewhere: [{ base_url: 'https://s3.evil.example' }, { region: 'eu-west-1' }, { database: 'other' }],
  },
  {
    name: 'sharepoint_server_credential',
    row: { base_url: 'https://sp.example', username: 'u', password: 'p' },
    secret: 'password',
    same: [{ library: 'L' }],
    elsewhere: [{ base_url: 'https://sp.example.net' }],
  },
  {
    name: 'clio_credential',
    row: { region: 'US', client_id: 'c', client_secret: 's' },
    secret: 'client_secret',
    same: [{ client_id: 'd' }],
    elsewhere: [{ region: 'EU' }],
  },
  {
    // An application's secret may open every mailbox of the firm.
    name: 'mailbox',
    row: {
      ...{ service: 'MICROSOFT', address: 'docketing@one.example', tenant_id: 't', client_id: 'c', client_secret: 's' },
      ...{ folder: 'INBOX', is_active: false },
    },
    secret: 'client_secret',
    same: [{ folder: 'Court' }],
    elsewhere: [{ address: 'managing.partner@one.example' }, { tenant_id: 'u' }],
  },
  {
    name: 'webhook',
    row: {
      url: 'https://hooks.example.com/a',
      events: ['case.created'],
      signing_secret: 'first-secret-of-some-length',
    },
    secret: 'signing_secret',
    same: [{ url: 'https://hooks.example.com/b?x=1' }, { is_active: false }],
    elsewhere: [{ url: 'https://other.example/a' }, { url: 'http://hooks.example.com/a' }, { webhook_type: 'BOOMI' }],
  },
]

test.each(kinds.map((kind) => [`${kind.name} ${kind.row.driver ?? ''}`, kind] as const))(
  '%s: a saved secret stays with its address; a new address requires entering it again',
  async (_, { name, row, secret, same, elsewhere }) => {
    const id = await create(name, row)
    for (const change of same) expect((await put(name, id, change)).status, JSON.stringify(change)).toBe(200)
    const before = await sealedOf(name, id)
    for (const change of elsewhere) {
      const refused = await put(name, id, change)
      expect(refused.status, JSON.stringify(change)).toBe(400)
      expect(refused.json().errors).toContainEqual(
        expect.objectContaining({
          field: secret,
          message: expect.stringMatching(/^Enter it again: it was saved for /),
        }),
      )
      const bulk = await api.call({
        as: 'Administrator',
        method: 'POST',
        url: `/api/v1/${name}/bulk-update`,
        body: { ids: [id], values: change },
      })
      expect(bulk.text, JSON.stringify(change)).toMatch(/"is_done":false|Enter it again/)
    }
    expect(await sealedOf(name, id)).toEqual(before)
  },
)

test('the refusal names the host it was saved for, and entering it again is enough', async () => {
  const id = await create('generic_credential', { ...kinds[0]?.row, base_url: 'https://files.example.com:8443/dav' })
  const change = { base_url: 'https://new.example.com/dav' }
  expect((await put('generic_credential', id, change)).text).toContain('saved for files.example.com:8443.')
  expect((await put('generic_credential', id, { ...change, password: 'again' })).status).toBe(200)
})

test('several secrets must all be entered again, or cleared', async () => {
  const id = await create('generic_credential', { ...kinds[0]?.row, token: 't' })
  const change = { base_url: 'https://new.example.com/dav', password: 'again' }
  expect((await put('generic_credential', id, change)).json().errors).toMatchObject([{ field: 'token' }])
  expect((await put('generic_credential', id, { ...change, token: null })).status).toBe(200)
})

test('an import moves no secret', async () => {
  const id = await create('webhook', { ...kinds.at(-1)?.row })
  const answer = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/webhook/import',
    body: `id,URL\n${id},https://evil.example/x\n`,
    headers: { 'content-type': 'text/csv' },
  })
  expect(answer.text).toContain('Enter it again: it was saved for hooks.example.com.')
  expect(await urlOf(id)).toBe('https://hooks.example.com/a')
})

test('undoing a change of address sends no newer secret to the old address', async () => {
  const id = await create('webhook', { ...kinds.at(-1)?.row })
  const moved = await put('webhook', id, {
    url: 'https://new.example/a',
    signing_secret: 'secret-for-the-new-receiver',
  })
  const first = await sealedOf('webhook', id)
  const renewed = await put('webhook', id, { signing_secret: 'a-newer-secret-for-the-new-receiver' })
  await undo(renewed)
  expect(await sealedOf('webhook', id)).toEqual(first)
  const again = await put('webhook', id, { signing_secret: 'a-third-secret-for-the-new-receiver' })
  expect(again.status).toBe(200)
  expect((await undo(moved)).text).toContain('"refused":1')
  expect(await urlOf(id)).toBe('https://new.example/a')
})

test('nor does it send there a secret that was created for the new address by itself', async () => {
  const { signing_secret: _, ...row } = kinds.at(-1)?.row ?? {}
  const id = await create('webhook', row)
  const moved = await put('webhook', id, { url: 'https://new.example/a' })
  // As before its first call, which doesn't change the record.
  await withFirm(api.services.database, 1, (trx) =>
    sql`update webhooks set signing_secret = 'x'::bytea where id = ${id}::uuid`.execute(trx),
  )
  expect((await undo(moved)).text).toContain('"refused":1')
  expect(await urlOf(id)).toBe('https://new.example/a')
})

test("even a change in the database cannot send a credential's secrets elsewhere; older ones can still be decrypted", async () => {
  const id = await create('generic_credential', { ...kinds[0]?.row })
  const openAs = async (assignment: ReturnType<typeof sql>, version: string) => {
    await withFirm(api.services.database, 1, (trx) =>
      sql`update generic_credentials set ${assignment} where id = ${id}::uuid`.execute(trx),
    )
    const key = { firmId: 1, credentialId: id, kind: 'generic_credential', driver: 'WEBDAV', version }
    return api.services.stores.open(key)
  }
  const sentence = expect.stringContaining('saved for another address')
  expect(await openAs(sql`base_url = 'https://evil.example/dav'`, '1')).toMatchObject({ problem: 'auth', sentence })
  expect(await openAs(sql`base_url = 'http://files.example.com/dav'`, '2')).toMatchObject({ problem: 'auth' })
  const downgraded = sql`base_url = 'https://evil.example/dav', password = set_byte(password, 0, 1)`
  expect(await openAs(downgraded, '3')).toMatchObject({ problem: 'auth' })
  const restored = sql`base_url = 'https://files.example.com/other', password = set_byte(password, 0, 2)`
  expect(await openAs(restored, '4')).not.toHaveProperty('problem')
  const old = Buffer.from(api.services.secrets.seal('from before'))
  expect(await openAs(sql`password = ${old}::bytea`, '5')).not.toHaveProperty('problem')
})

let made = 0
async function create(name: string, row: AnyRow): Promise<string> {
  made += 1
  const body = { name: `Number ${made}`, ...row }
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${name}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

function put(name: string, id: string, body: AnyRow) {
  return api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/${name}/${id}`, body })
}

function undo(changed: { headers: Readonly<Record<string, unknown>> }) {
  const url = `/api/v1/undo/${String(changed.headers['x-undo-id'])}`
  return api.call({ as: 'Administrator', method: 'POST', url })
}

async function sealedOf(name: string, id: string): Promise<unknown> {
  const resource: Resource = getResource(name)
  const secrets = Object.keys(resource.fields).filter((key) => resource.fields[key]?.kind === 'secret')
  const columns = sql.join(secrets.map((key) => sql.ref(snakeCase(key))))
  return withFirm(api.services.database, 1, async (trx) => {
    const { rows } = await sql`select ${columns} from ${sql.table(tableOf(resource))} where id = ${id}::uuid`.execute(
      trx,
    )
    return rows
  })
}

async function urlOf(id: string): Promise<unknown> {
  return (await api.call({ as: 'Administrator', url: `/api/v1/webhook/${id}` })).json().url
}
