import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestServices, plantFiling } from '../../outbox/copies/test-filing.ts'

test('the filings of a firm that is upgraded are all counted as changed, each once', async () => {
  const services = await openTestServices()
  const { kysely } = services.database
  const filings = [await plantFiling(services), await plantFiling(services)]
  await sql`insert into inbox_items (firm_id, id, status, envelope_id, received_at, raw_content, fingerprint)
    select firm_id, gen_random_uuid(), 'Failed', envelope_id, now(), raw_content, 'twin of ' || id from inbox_items`.execute(
    kysely,
  )
  await sql`insert into inbox_items (firm_id, id, status, received_at, raw_content, fingerprint)
    values (1, gen_random_uuid(), 'New', now(), 'raw', 'without a filing')`.execute(kysely)
  await sql`delete from inbox_filings_changed`.execute(kysely)
  const text = await readFile(new URL('migrations/000129-inbox-filings.sql', import.meta.url), 'utf8')
  await sql.raw(text.slice(text.indexOf('do $$'))).execute(kysely)
  const { rows } = await sql<{ id: string }>`select envelope_id as id from inbox_filings_changed`.execute(kysely)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(filings.map(({ envelopeId }) => envelopeId).toSorted())
  await services.close()
})
