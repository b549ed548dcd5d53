import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { copyKind } from './copies/kind.ts'
import { plantCopy } from './copies/planted-copy.fixture.ts'
import { deliveryKind } from './deliveries/kind.ts'
import { plantDelivery } from './deliveries/planted-delivery.fixture.ts'
import { digestKind } from './digests/kind.ts'
import { claimAllDue } from './digests/schedule.ts'
import { plantScheduled, unfinished } from './digests/test-digests.ts'
import type { OutgoingMail } from './mail/outgoing-mail.ts'
import type { Claim, End, Kind } from './run.ts'

const held = holdFilingPerTest({ documents: [{ content: 'bytes' }] })
const mail = {} as OutgoingMail

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

const plantDigest = async () => {
  await plantScheduled(held.services, held.filing, { email: 'daily@hale-osei.example', at: '2026-11-21T10:00:00Z' })
  await claimAllDue(held.services, new Date('2026-11-21T17:00:00Z'))
  return (await unfinished(held.services))[0] ?? ''
}

test.each([
  { isTry: true, attempts: 1 },
  { isTry: false, attempts: 0 },
])('a wait counts and is queued once (a try: $isTry)', async ({ isTry, attempts }) => {
  const wait = { status: 'waiting', sentence: 'Later.', waitMs: 60_000, isTry, isGivenUp: false } as const
  const { services, filing } = held
  const ends = [
    await recordTwice(deliveryKind(services, mail), await plantDelivery(services, filing), { ...wait, note: {} }),
    await recordTwice(digestKind(services, mail), await plantDigest(), { ...wait, note: { told: [] } }),
    await recordTwice(copyKind(services), await plantCopy(services, filing), { ...wait, note: { waitsFor: 'retry' } }),
  ]
  expect(ends).toEqual([
    { areNews: [true, false], status: 'waiting', attempts },
    { areNews: [true, false], status: 'waiting', attempts },
    { areNews: [true, false], status: 'delayed', attempts },
  ])
})
