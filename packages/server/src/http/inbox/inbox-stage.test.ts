import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import '../../behaviours/registry.ts'
import { withFirmSearch } from '../../base/db/firm-transaction.ts'
import { findPage } from '../../records/find-page.ts'
import { programScope } from '../../records/viewer.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import { entriesRead } from '../../testing/entries-read.ts'

test('notices that need a case are found without reading the others, however many there are', async () => {
  const database = await openReusedDatabase()
  await sql`insert into inbox_items (firm_id, id, status, next_stage, received_at, raw_content, fingerprint)
    select 1, gen_random_uuid(), case when n % 100 = 0 then 'Action Required' when n % 500 = 1 then 'Started' else 'Succeeded' end,
      case when n % 100 = 0 or n % 500 = 1 then 'match' end, now() - n * interval '1 minute', ${'0'.repeat(64)}, n
    from generate_series(1, 4000) n`.execute(database.kysely)
  await sql`analyze`.execute(database.kysely)
  const filters = [
    { field: 'nextStage', in: ['match'] },
    { field: 'hidden', in: ['false'] },
  ]
  const sort = [{ field: 'receivedAt', isDescending: true }]
  const query = { filters, freeText: '', fold: 'envelopeId', sort, max: 25, offset: 0 }
  const { page, read } = await withFirmSearch(database, 1, async (trx) => {
    const before = await entriesRead(trx, 'inbox_items')
    const page = await findPage(trx, inboxItem, { query, scope: programScope(1) })
    return { page, read: (await entriesRead(trx, 'inbox_items')) - before }
  })
  expect(page.total).toBe(48)
  expect(page.rows.map(({ status }) => status).slice(0, 2)).toEqual(['Started', 'Action Required'])
  expect(read).toBeLessThan(400)
  await database.close()
})
