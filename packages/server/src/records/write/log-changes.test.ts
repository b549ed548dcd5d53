import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { logChanges } from './log-changes.ts'

let opened: TestServices
beforeAll(async () => {
  opened = await openTestServices()
})
afterAll(() => opened?.close())

test('what arrived for a case while a person changed it is no change of theirs', async () => {
  const [id, own, other] = [newId(), newId(), newId()]
  const before = { id, name: 'Eastman v. Larkspur', matterId: own, envelopeCount: 1 }
  const row = { ...before, matterId: other, envelopeCount: 2 }
  const details = await withFirm(opened.services.database, 1, async (trx) => {
    const done = [{ kind: 'updated', id, row, before, values: { matterId: other } }] as const
    await logChanges(trx, courtCase, { done, writer: { firmId: 1 } as Parameters<typeof logChanges>[2]['writer'] })
    const { rows } = await sql<{ details: string }>`
      select details from system_events where entity_id = ${id}`.execute(trx)
    return rows.map((each) => JSON.parse(each.details))
  })
  expect(details).toEqual([{ matter_id: { from: own, to: other } }])
})
