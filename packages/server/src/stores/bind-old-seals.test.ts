import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { getResource, resources } from '@courtcrier/contract/resources/registry.ts'
import { destinationOf, hasDirectedSecrets } from '@courtcrier/contract/secret-destination.ts'
import { makeSecretBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { rowOf } from '../base/db/rows.ts'
import { productRoutes } from '../http/routes.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { type Examples, makeExamples } from '../testing/examples.ts'
import { bindOldSeals } from './bind-old-seals.ts'

let api: TestApi
let examples: Examples
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  examples = makeExamples(api)
})
afterAll(() => api.close())

const bind = () => bindOldSeals({ ...api.services, log: pino({ level: 'silent' }) })
const directed = resources.filter(hasDirectedSecrets)

async function record(resource: Resource, id: string): Promise<AnyRow> {
  return withSystem(api.services.database, async (trx) => {
    const { rows } = await sql<AnyRow>`select * from ${sql.table(tableOf(resource))} where id = ${id}::uuid`.execute(
      trx,
    )
    return rows[0] ?? {}
  })
}

async function keep(resource: Resource, id: string, sealed: Uint8Array): Promise<string[]> {
  const columns = Object.keys(resource.fields)
    .filter((key) => resource.fields[key]?.kind === 'secret')
    .map(snakeCase)
  await withSystem(api.services.database, async (trx) => {
    for (const column of columns)
      await sql`update ${sql.table(tableOf(resource))} set ${sql.ref(column)} = ${Buffer.from(sealed)}::bytea
        where id = ${id}::uuid`.execute(trx)
  })
  return columns
}

test.each(directed.map(({ name }) => name))(
  'old secrets of a %s are bound to their current destination',
  async (name) => {
    const resource = getResource(name)
    const { secrets } = api.services
    const id = await examples.idOfNew(name)
    const columns = await keep(resource, id, secrets.seal('from before'))
    const before = await record(resource, id)
    expect(await bind()).toBe(columns.length)
    const after = await record(resource, id)
    const destination = destinationOf(resource, rowOf(resource, after))
    for (const column of columns) {
      const sealed = after[column] as Uint8Array
      expect(secrets.open(sealed, destination)).toBe('from before')
      expect(() => secrets.open(sealed, `${destination}x`)).toThrow()
      expect(() => secrets.open(sealed)).toThrow()
    }
    expect(after.updated_at).toEqual(before.updated_at)
    expect(await bind()).toBe(0)
  },
)

test('a secret sealed with another key stays as it is, and the others are still bound', async () => {
  const resource = getResource('webhook')
  const { idOfNew } = examples
  const [lost, kept] = [await idOfNew('webhook'), await idOfNew('webhook')]
  const foreign = makeSecretBox(Buffer.alloc(32, 99)).seal('x')
  await keep(resource, lost, foreign)
  await keep(resource, kept, api.services.secrets.seal('from before'))
  expect(await bind()).toBe(1)
  expect(Buffer.from((await record(resource, lost)).signing_secret as Uint8Array)).toEqual(Buffer.from(foreign))
})
