import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { emailKind, messageKind, plantDigest } from './begun-messages.fixture.ts'
import { copyKind } from './copies/kind.ts'
import { plantCopy } from './copies/planted-copy.fixture.ts'
import { plantDelivery } from './deliveries/planted-delivery.fixture.ts'
import type { Claim, End, Kind } from './run.ts'

const held = holdFilingPerTest({ documents: [{ content: 'bytes' }] })

/** Claims a row, and records the result twice, as while the database is away and doesn't say that the first was committed. */
async function recordTwice<Claimed extends Claim, Note>(kind: Kind<Claimed, Note>, id: string, end: End<Note>) {
  const { database } = held.services
  const claimed = await withFirm(database, 1, (trx) => kind.claim(trx, { firmId: 1, id }))
  if (!claimed) throw new Error('there is nothing to do')
  const record = () => withFirm(database, 1, (trx) => kind.record(trx, claimed, end))
  const areNews = [await record(), await record()]
  const { rows } = await sql<{ status: string; attempts: number }>`
    select status, attempts from ${sql.table(kind.rows.table)} where id = ${id}::uuid`.execute(database.kysely)
  return { areNews, ...rows[0] }
}

test.each([
  { isTry: true, attempts: 1 },
  { isTry: false, attempts: 0 },
])('a wait counts and is queued once (a try: $isTry)', async ({ isTry, attempts }) => {
  const wait = { status: 'waiting', sentence: 'Later.', waitMs: 60_000, isTry, isGivenUp: false } as const
  const { services, filing } = held
  const ends = [
    await recordTwice(emailKind(services), await plantDelivery(services, filing), { ...wait, note: {} }),
    await recordTwice(messageKind(services), await plantDigest(held), { ...wait, note: { told: [] } }),
    await recordTwice(copyKind(services), await plantCopy(services, filing), { ...wait, note: { waitsFor: 'retry' } }),
  ]
  expect(ends).toEqual([
    { areNews: [true, false], status: 'waiting', attempts },
    { areNews: [true, false], status: 'waiting', attempts },
    { areNews: [true, false], status: 'delayed', attempts },
  ])
})
