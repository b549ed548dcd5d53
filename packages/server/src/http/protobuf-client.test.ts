import { readFile } from 'node:fs/promises'
import protobuf from 'protobufjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi, testPassword } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

/** A client that knows nothing but courtcrier.proto, read by a library that isn't ours. */
let api: TestApi
let root: protobuf.Root
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
  const file = new URL('../../../contract/courtcrier.proto', import.meta.url)
  root = protobuf.parse(await readFile(file, 'utf8'), { keepCase: true }).root
})
afterAll(() => api.close())

const messageOf = (name: string) => root.lookupType(`courtcrier.v1.${name}`)
const encode = (name: string, fields: object) =>
  Buffer.from(messageOf(name).encode(messageOf(name).create(fields)).finish())
const decode = (name: string, bytes: Buffer) => messageOf(name).toObject(messageOf(name).decode(bytes))

test('creates, reads, lists and changes a record', async () => {
  const docketing = { as: 'Docketing', accept: '' } as const
  const body = encode('Client', { name: 'Wire & Sons', number: 'W-1', open_date: '2026-03-02' })
  const made = await api.call({ ...docketing, method: 'POST', url: '/api/v1/client', body })
  expect(made.status, made.text).toBe(201)
  const { id, name } = decode('Client', made.bytes) as { id: string; name: string }
  expect(name).toBe('Wire & Sons')
  const listed = await api.call({ ...docketing, url: '/api/v1/client/search?freeText=wire' })
  expect(decode('ClientList', listed.bytes)).toMatchObject({
    clients: [{ id, number: 'W-1', open_date: '2026-03-02' }],
  })
  const url = `/api/v1/client/${id}`
  const headers = { 'content-type': 'application/protobuf', 'if-match': String(made.headers.etag) }
  // 8 is the number of open_date: it is cleared.
  const change = encode('Client', { name: 'Wire', empty: [8] })
  const changed = await api.call({ ...docketing, method: 'PUT', url, body: change, headers })
  expect(decode('Client', changed.bytes)).toMatchObject({ name: 'Wire', number: 'W-1' })
  expect(decode('Client', changed.bytes)).not.toHaveProperty('open_date')
})

test('reads the firm, and changes a password with the message of that call', async () => {
  const { bytes } = await api.call({ as: 'Administrator', accept: '', url: '/api/v1/firm' })
  expect(decode('Firm', bytes)).toMatchObject({ id: 1, name: 'Firm 1' })
  const url = `/api/v1/auth/${api.userIds[1].Manager}/change-password`
  const body = encode('ChangePassword', { currentPassword: testPassword, newPassword: 'another horse 2' })
  const answer = await api.call({ as: 'Manager', method: 'PUT', url, body })
  expect(answer.status, answer.text).toBe(204)
})
