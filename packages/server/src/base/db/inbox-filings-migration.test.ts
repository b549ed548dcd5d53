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

test('notices of a firm that is upgraded are found by the stage they stopped at, but not those under way', async () => {
  const services = await openTestServices()
  const { kysely } = services.database
  await sql`insert into inbox_items (firm_id, id, status, next_stage, received_at, raw_content, fingerprint)
    select 1, gen_random_uuid(), status, 'match', now(), 'raw', status
    from unnest(array['Action Required', 'Started', 'Canceled']) as status`.execute(kysely)
  await sql`update inbox_items set stopped_stage = null`.execute(kysely)
  const text = await readFile(new URL('migrations/000130-looked-up.sql', import.meta.url), 'utf8')
  await sql.raw(text.slice(text.indexOf('do $$'), text.indexOf('create index inbox_items_stopped_idx'))).execute(kysely)
  const { rows } = await sql`select status, stopped_stage as stage from inbox_items order by 1`.execute(kysely)
  expect(rows).toEqual([
    { status: 'Action Required', stage: 'match' },
    { status: 'Canceled', stage: 'match' },
    { status: 'Started', stage: null },
  ])
  await services.close()
})
