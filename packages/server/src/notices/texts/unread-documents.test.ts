import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestServices, type TestServices } from '../../outbox/copies/test-filing.ts'
import { longText, plantText, reader } from './planted-text.fixture.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const run = <T>(query: ReturnType<typeof sql<T>>) => query.execute(services.database.kysely)

test.each([
  ['a sealed document', { sealed: true }, {}],
  ['a restricted document', { verdict: 'restricted' }, {}],
  ['a document of a sealed filing', {}, { is_sealed: true }],
])('%s is never read', async (_, document, envelope) => {
  const { text, state, pages } = await plantText(services, document, envelope)
  const asked = { ...reader([]), layers: () => Promise.reject(new Error('it was read')) }
  expect(await state()).toBeUndefined()
  await text(asked)
  expect(await pages()).toEqual([])
})

test.each([
  ['the document is sealed', 'documents', sql`sealed = true`],
  ['its result becomes restricted', 'documents', sql`verdict = 'restricted'`],
  ['its file is taken back', 'documents', sql`file_id = null`],
])('the text is removed when %s', async (_, table, change) => {
  const { id, text, state, pages } = await plantText(services)
  await text(reader([longText]))
  expect(await pages()).toHaveLength(1)
  await withFirm(services.database, 1, (trx) =>
    sql`update ${sql.table(table)} set ${change} where id = ${id}::uuid`.execute(trx),
  )
  expect(await state()).toBeUndefined()
  expect(await pages()).toEqual([])
})

test('the text is removed when the filing is sealed, and read again when it is unsealed', async () => {
  const { envelopeId, text, state, pages } = await plantText(services)
  await text(reader([longText]))
  const seal = (isSealed: boolean) =>
    withFirm(services.database, 1, (trx) =>
      sql`update envelopes set is_sealed = ${isSealed} where id = ${envelopeId}::uuid`.execute(trx),
    )
  await seal(true)
  expect([await state(), await pages()]).toEqual([undefined, []])
  await seal(false)
  expect(await state()).toMatchObject({ status: 'waiting' })
})

test('a document sealed while it is read leaves no text', async () => {
  const { id, text, state, pages } = await plantText(services)
  const sealing = {
    ...reader([]),
    layers: async () => {
      await run(sql`update documents set sealed = true where id = ${id}::uuid`)
      return { texts: [longText], pages: 1 }
    },
  }
  await text(sealing)
  expect([await state(), await pages()]).toEqual([undefined, []])
})

test('a replaced file is read anew, and a deleted document takes its text along', async () => {
  const { id, text, state, pages } = await plantText(services)
  await text(reader([longText]))
  const { sha256 } = await services.blobs.put(Buffer.from('the stamped version'))
  await run(sql`update documents set file_id = ${sha256} where id = ${id}::uuid`)
  expect(await state()).toMatchObject({ status: 'waiting', words: null })
  expect(await pages()).toEqual([])
  await text(reader([`Stamped. ${longText}`]))
  expect(await pages()).toHaveLength(1)
  await run(sql`delete from documents where id = ${id}::uuid`)
  expect([await state(), await pages()]).toEqual([undefined, []])
})
