import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestServices, plantFiling } from '../../outbox/copies/test-filing.ts'

test('documents of before the upgrade are read too, except sealed ones', async () => {
  const services = await openTestServices()
  onTestFinished(services.close)
  const content = '%PDF'
  const documents = [{ content }, { content, sealed: true }, { content, verdict: 'restricted' }, {}]
  const filing = await plantFiling(services, { documents })
  await plantFiling(services, { documents: [{ content }], envelope: { is_sealed: true } })
  const { kysely } = services.database
  await sql`delete from document_texts`.execute(kysely)
  const text = await readFile(new URL('migrations/000082-full-text.sql', import.meta.url), 'utf8')
  await sql.raw(text.slice(text.lastIndexOf('do $$')).trim().replace(/;$/, '')).execute(kysely)
  const { rows } = await sql`select document_id as id, status from document_texts`.execute(kysely)
  expect(rows).toEqual([{ id: filing.documents[0]?.id, status: 'waiting' }])
})
