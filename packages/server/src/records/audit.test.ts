import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { recordEvent } from './audit.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

test('an event is logged whatever others said that it quotes, NUL and half a character included', async () => {
  const said = `550 \0${'a'.repeat(20)}😀`
  const half = said.slice(0, -1)
  const kept = `550 ${'a'.repeat(20)}\ufffd`
  const logged = await withFirm(api.services.database, 1, async (trx) => {
    await recordEvent(trx, {
      ...{ firmId: 1, level: 'WARNING', type: 'other', sentence: half, details: half, recordTitle: half },
      facts: { result: half },
    })
    const { rows } = await sql<object>`
      select sentence, details, record_title, facts ->> 'result' as result from system_events
      where firm_id = 1 order by id desc limit 1`.execute(trx)
    return rows[0]
  })
  expect(logged).toEqual({ sentence: kept, details: kept, record_title: kept, result: kept })
})
