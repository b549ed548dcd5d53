import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startFront } from '@courtcrier/connectors/testing/sign-in-front.ts'
import { makeKeys } from '@courtcrier/connectors/testing/ssh-keys.ts'
import { storeServers } from '@courtcrier/connectors/testing/store-server.ts'
import { credentialKinds, kindsWithAgent } from '@courtcrier/contract/credential-kinds.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, tableOf } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { makeExamples } from '../testing/examples.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes, environment: { COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback' } })
})
afterAll(() => api.close())

const send = (method: 'POST' | 'PUT', url: string, body?: object) =>
  api.call({ as: 'Administrator', method, url: `/api/v1/${url}`, ...(body ? { body } : {}) })
const create = (body: object) => send('POST', 'generic_credential', body)

async function made(body: object): Promise<string> {
  const answer = await create(body)
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function tested(id: string): Promise<string> {
  const answer = await send('POST', `generic_credential/${id}/test`)
  return String(answer.json().sentence)
}

const dav = { driver: 'WEBDAV', base_url: 'https://files.example/dav' }
const sftp = { driver: 'SFTP', base_url: 'sftp://files.example', username: 'u' }
const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----'

test.each([
  [{ ...dav, sign_in: 'BEARER', username: 'u', password: 'p' }, 'token', 'This field is required.'],
  [{ ...dav, sign_in: 'DIGEST', token: 't' }, 'password', 'This field is required.'],
  [{ ...dav, token: 't' }, 'password', 'This field is required.'],
  [sftp, 'password', 'A password or a private key is required.'],
  [{ ...sftp, passphrase: 'p' }, 'password', 'A password or a private key is required.'],
  [
    { ...sftp, private_key: 'not a key' },
    'private_key',
    'Must be a private key in the format of ssh-keygen or OpenSSL',
  ],
  [
    { ...sftp, private_key: 'ssh-ed25519 AAAA u@h' },
    'private_key',
    'Must be a private key in the format of ssh-keygen',
  ],
])('%o is refused at %s: %s', async (body, field, message) => {
  const answer = await create({ name: `${field} is missing`, ...body })
  expect(answer.status, answer.text).toBe(400)
  const errors = answer.json().errors as { field: string; message: string }[]
  expect(errors.find((each) => each.field === field)?.message).toContain(message)
})

test('saved secrets count: of password and key, one may be cleared but not both', async () => {
  const id = await made({ name: 'Both', ...sftp, password: 'p', private_key: key })
  const change = (body: object) => send('PUT', `generic_credential/${id}`, body)
  expect((await change({ password: null })).status).toBe(200)
  const refused = await change({ private_key: null })
  expect(refused.status, refused.text).toBe(400)
  expect((await change({ private_key: null, password: 'other' })).status).toBe(200)
  const other = await made({ name: 'Token', ...dav, sign_in: 'BEARER', token: 't' })
  expect((await send('PUT', `generic_credential/${other}`, { sign_in: 'DIGEST' })).status).toBe(400)
  const shown = await api.call({ as: 'Administrator', url: `/api/v1/generic_credential/${id}` })
  expect(shown.text).not.toMatch(/BEGIN|b3Bl/)
})

test.each(credentialKinds.filter((kind) => !kindsWithAgent.includes(kind)))('%s cannot use an agent', async (kind) => {
  const examples = makeExamples(api)
  const id = await examples.idOfNew(kind)
  const refused = await send('PUT', `${kind}/${id}`, { use_agent: true })
  expect(refused.status).toBe(400)
  expect(refused.json().errors).toEqual([
    {
      field: 'use_agent',
      code: 'no_agent',
      message: 'An agent does not save to this DMS. Leave this off.',
    },
  ])
  expect((await send('PUT', `${kind}/${id}`, { use_agent: false })).status).toBe(200)
})

test.each(kindsWithAgent)(
  '%s with an agent names it and its credential there, and keeps no secret here',
  async (kind) => {
    const examples = makeExamples(api)
    const id = await examples.idOfNew(kind)
    const change = (body: object) => send('PUT', `${kind}/${id}`, body)
    const refused = await change({ use_agent: true, password: 'p' })
    const errors = refused.json().errors as { field: string; code: string }[]
    expect(errors.map(({ field, code }) => [field, code])).toEqual([
      ['agent', 'required'],
      ['agent_credential', 'required'],
      ['password', 'kept_at_agent'],
    ])
    const agent = { use_agent: true, agent: 'Office', agent_credential: 'dms' }
    expect((await change(agent)).status).toBe(200)
    const shown = await api.call({ as: 'Administrator', url: `/api/v1/${kind}/${id}` })
    expect(shown.json()).toMatchObject(agent)
    const { fields } = getResource(kind)
    const secrets = Object.keys(fields).filter((name) => fields[name]?.kind === 'secret')
    const row: AnyRow = await withSystem(api.services.database, (trx) =>
      trx
        .selectFrom(tableOf(getResource(kind)))
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    for (const name of secrets) expect(row[snakeCase(name)], name).toBeNull()
    // Without the agent, everything is needed here again.
    expect((await change({ use_agent: false })).status).toBe(kind === 'generic_credential' ? 200 : 400)
  },
)

test('a new credential with an agent needs no address and no password', async () => {
  const agent = { use_agent: true, agent: 'Office', agent_credential: 'dms' }
  for (const kind of ['sharepoint_server_credential', 'imanage_server_credential'])
    expect((await send('POST', kind, { name: 'At the office', ...agent })).status, kind).toBe(201)
  for (const driver of ['FILE_SYSTEM', 'WEBDAV', 'SFTP'])
    expect((await create({ name: `At the office, ${driver}`, driver, ...agent })).status, driver).toBe(201)
  expect((await create({ name: 'In the cloud', driver: 'S3', ...agent })).json().errors).toMatchObject([
    { field: 'use_agent', code: 'no_agent' },
  ])
})

for (const { from, isMissing, startSftp, startWebdav } of storeServers)
  describe.skipIf(isMissing)(`on a server from ${from}`, () => {
    test('an SFTP credential needs a key and the host key that the test shows', async () => {
      const home = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-sign-in-'))
      const passphrase = 'open sesame'
      const key = makeKeys({ type: 'ed25519', format: 'OpenSSH', passphrase })
      const authorizedKeys = path.join(home, 'authorized_keys')
      await writeFile(authorizedKeys, key.public)
      await mkdir(path.join(home, 'served'))
      const server = await startSftp(path.join(home, 'served'), { authorizedKeys })
      onTestFinished(async () => {
        await server.stop()
        await rm(home, { recursive: true, force: true })
      })
      const id = await made({
        ...{
          name: `By key, ${from}`,
          driver: 'SFTP',
          base_url: `sftp://127.0.0.1:${server.port}`,
          username: 'courtcrier',
        },
        ...{ private_key: key.private, passphrase },
      })
      const host_key = /SHA256:[\w+/]{43}/.exec(await tested(id))?.[0]
      await send('PUT', `generic_credential/${id}`, { host_key })
      expect(await tested(id)).toBe('Every step succeeded.')
      await send('PUT', `generic_credential/${id}`, { host_key: `SHA256:${'A'.repeat(43)}` })
      expect(await tested(id)).toContain(`another host key (${host_key})`)
    })

    test('a WebDAV credential with this sign-in needs only a token', async () => {
      const home = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-sign-in-'))
      const server = await startWebdav(home)
      const front = await startFront(server, { asks: 'BEARER' })
      onTestFinished(async () => {
        await front.close()
        await server.stop()
        await rm(home, { recursive: true, force: true })
      })
      const base_url = `http://127.0.0.1:${front.port}/`
      const id = await made({
        name: `By token, ${from}`,
        driver: 'WEBDAV',
        base_url,
        sign_in: 'BEARER',
        token: 'right',
      })
      expect(await tested(id)).toBe('Every step succeeded.')
    })
  })
