import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, testEmail, testPassword } from '../testing/api.ts'
import { compile, generateClients, runProgram } from '../testing/generated-clients.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
let folder: string
let login: readonly string[]
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  // The firm is found by the host that the programs call.
  await withSystem(api.services.database, (trx) =>
    sql`update firms set host_names = host_names || '{127.0.0.1}' where id = 1`.execute(trx),
  )
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  login = [address, testEmail('Manager'), testPassword]
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-clients-'))
  await generateClients(folder, (await api.call({ url: '/api/v1/openapi.json' })).text)
  await compile(folder)
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

test('a program compiled against the types of openapi.json creates, changes, searches and follows changes', async () => {
  const body = { name: 'Before', number: 'TS-0' }
  await api.call({ as: 'Manager', method: 'POST', url: '/api/v1/client', body })
  // A change is listed about a second after it.
  const listed = async () => (await api.call({ as: 'Manager', url: '/api/v1/client/search?cursor=' })).text
  await expect.poll(listed).toContain('TS-0')
  expect(await runProgram(path.join(folder, 'typescript-client.ts'), login)).toEqual({
    isReplayed: 'true',
    name: 'Harbor Freight Co.',
    conflict: 'changed_meanwhile',
    changed: ['TS-0'],
    found: ['Harbor Freight'],
  })
})

test('a program with the generated messages of courtcrier.proto reads, writes and clears fields', async () => {
  expect(await runProgram(path.join(folder, 'protobuf-client.ts'), login)).toEqual({
    firm: 'Firm 1',
    isDated: [true, false],
    status: 'CLIENT_STATUS_CLOSED',
    listed: ['PB-1'],
  })
})
