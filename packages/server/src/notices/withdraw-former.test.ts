import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirmAtWork, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert, rowById } from '../outbox/copies/test-filing.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { longTest } from '../testing/in-long-run.ts'
import { former, formerPlanOf, next } from './former-plan.fixture.ts'
import { recordCopyJobs } from './pipeline/records/store.ts'
import { whatFollowed } from './undo/what-followed.ts'
import { noLongerPlanned, withdrawCopies, withdrawRecipients } from './withdraw-former.ts'

const held = holdFilingPerTest()

const { work, inFirm, plan, plant, delivery, plantNotice, plantCopy } = formerPlanOf(held)

test.each(['waiting', 'held', 'scheduled'])(
  'an email that is %s is withdrawn from a recipient whom the new plan lacks',
  async (status) => {
    const id = await plant({ status })
    expect(await plan({})).toBe(`No longer notified: ${former}.`)
    expect(await delivery(id)).toMatchObject({ status: 'canceled', sentence: noLongerPlanned })
  },
)

test('a plan without anyone withdraws all that waits', async () => {
  const id = await plant({ status: 'waiting' })
  expect(await plan()).toBe(`No longer notified: ${former}.`)
  expect(await delivery(id)).toMatchObject({ status: 'canceled' })
})

test('an email that is on its way can’t be withdrawn, and the history says so', async () => {
  const id = await plant({ status: 'sending' })
  expect(await plan({})).toBe(`An email that can't be withdrawn is on its way to ${former}.`)
  expect(await delivery(id)).toMatchObject({ status: 'sending' })
})

test('a place in a daily message that is on its way can’t be withdrawn', async () => {
  const [id, digest] = [await plant({ status: 'scheduled', cadence: 'DAILY' }), newId()]
  await withSystem(held.services.database, async (trx) => {
    const day = { day: '2026-11-20', time_zone: 'UTC', until: new Date() }
    await insert(trx, 'digests', { firm_id: 1, id: digest, kind: 'daily', email: former, status: 'sending', ...day })
    await insert(trx, 'digest_items', { firm_id: 1, delivery_id: id, digest_id: digest })
  })
  expect(await plan({})).toContain('is on its way')
  expect(await delivery(id)).toMatchObject({ status: 'scheduled' })
})

test('emails to those who are still recipients, those of a person and those that were sent stay', async () => {
  const still = await plant({ status: 'waiting', email: next })
  const byPerson = await plant({ status: 'waiting', level: null })
  const sent = await plant({ status: 'sent', email: 'sent@hale-osei.example' })
  expect(await plan({})).toBe('')
  for (const id of [still, byPerson]) expect(await delivery(id)).toMatchObject({ status: 'waiting' })
  expect(await delivery(sent)).toMatchObject({ status: 'sent' })
})

test('a recipient whom another notice of the filing plans for its case stays', async () => {
  await plantNotice(held.filing.caseId, [{ email: former }])
  const id = await plant({ status: 'waiting' })
  expect(await plan({})).toBe('')
  expect(await delivery(id)).toMatchObject({ status: 'waiting' })
})

test('emails of another notice are withdrawn if it is still for the former case, and it ends', async () => {
  const other = await plantNotice(newId(), [{ email: former }])
  const id = await plant({ status: 'waiting', inbox_item_id: other })
  expect(await plan({})).toBe(`No longer notified: ${former}.`)
  expect(await delivery(id)).toMatchObject({ status: 'canceled' })
  expect(await rowById(held.services, 'inbox_items', other)).toMatchObject({ status: 'Succeeded' })
})

test('emails of another notice for the same case stay', async () => {
  const other = await plantNotice(held.filing.caseId, [{ email: former }])
  const id = await plant({ status: 'waiting', inbox_item_id: other })
  expect(await plan({})).toBe('')
  expect(await delivery(id)).toMatchObject({ status: 'waiting' })
})

test.each([
  ['waiting', 0, 'No longer announced in the channel of Litigation.'],
  ['sending', 1, "A message that can't be withdrawn is on its way to the channel of Litigation."],
])('a message to a channel that is %s is withdrawn if no one of its group is notified', async (status, left, said) => {
  const { envelopeId, itemId } = held.filing
  const [group, member] = [newId(), newId()]
  await withSystem(held.services.database, async (trx) => {
    await insert(trx, 'timekeeper_groups', { firm_id: 1, id: group, name: 'Litigation', ...inherited })
    await insert(trx, 'timekeepers', { firm_id: 1, id: member, full_name: 'M', timekeeper_group_id: group })
    await insert(trx, 'chat_messages', {
      ...{ firm_id: 1, id: newId(), envelope_id: envelopeId, inbox_item_id: itemId, timekeeper_group_id: group },
      ...{ group_name: 'Litigation', service: 'slack', status },
    })
  })
  const messages = async () =>
    (await sql`select from chat_messages where status <> 'withdrawn'`.execute(held.services.database.kysely)).rows
      .length
  expect(await plan({ timekeeperId: member })).toBe('')
  expect(await messages()).toBe(1)
  expect(await plan({})).toBe(said)
  expect(await messages()).toBe(left)
})

const inherited = { time_zone: 'UTC', delivery_method: 'INHERIT_METHOD', notification_cadence: 'INHERIT_CADENCE' }

test.each([
  ['new', 'canceled', '1 copy is no longer saved.'],
  ['delayed', 'canceled', '1 copy is no longer saved.'],
  ['started', 'started', '1 copy that is no longer planned is already being saved.'],
])('a copy that is %s is %s once the plan lacks it', async (status, then, said) => {
  const { id } = await plantCopy(status)
  const { note } = await inFirm((trx) =>
    recordCopyJobs(trx, {
      work: work(),
      result: { copies: [] },
      jobs: held.services.jobs,
      secrets: held.services.secrets,
    }),
  )
  expect(note).toBe(said)
  expect(await rowById(held.services, 'document_copies', id)).toMatchObject({ status: then })
})

test('what led to a withdrawal can no longer be undone', async () => {
  const { itemId } = held.filing
  const id = newId()
  await withSystem(held.services.database, async (trx) => {
    const row = { firm_id: 1, undo_id: id, row_id: itemId, owner_id: itemId }
    await insert(trx, 'undo_rows', { ...row, step: 1, action: 'update', table_name: 'inbox_items', before: '{}' })
    await insert(trx, 'undo_rows', {
      ...row,
      step: 2,
      action: 'part',
      table_name: 'item_progress',
      before: '{"acts":-1}',
    })
  })
  await plant({ status: 'waiting' })
  const caller = { firmId: 1, role: { id: newId(), name: 'Clerk', isSystemDefined: false, grants: {} } }
  const followed = (createdAt: Date) => inFirm((trx) => whatFollowed(trx, { caller, undo: { id, createdAt } }))
  const before = new Date(Date.now() - 60_000)
  expect(await followed(before)).toBeUndefined()
  await plan({})
  expect(await followed(before)).toContain('What waited for former recipients or in a former folder was withdrawn.')
})

longTest('however much a firm has, only what belongs to the filing is read to withdraw something', async () => {
  await plant({ status: 'waiting' })
  await plantCopy('new')
  await plantNotice(held.filing.caseId)
  await plantMuch()
  const { database } = held.services
  const { said, read } = await withFirmAtWork(database, 1, async (trx) => {
    const planned = { ...work(), recipients: [], copyKeys: [] }
    const said = [await withdrawRecipients(trx, planned), await withdrawCopies(trx, planned)]
    const { rows } = await sql<{ read: number }>`
      select pg_stat_get_xact_tuples_fetched('item_progress_pkey'::regclass)::int as read`.execute(trx)
    return { said, read: rows[0]?.read }
  })
  expect(said).toEqual([`No longer notified: ${former}.`, '1 copy is no longer saved.'])
  expect(read).toBeLessThan(20)
})

/** Adds many notices, and another filing with much that waits, so that reading all of it looks cheap by statistics. */
async function plantMuch(): Promise<void> {
  const { itemId, policyId } = held.filing
  const [envelopeId, hash, count] = [newId(), '0'.repeat(64), 2000]
  const { kysely } = held.services.database
  await sql`insert into envelopes (firm_id, id) values (1, ${envelopeId}::uuid)`.execute(kysely)
  await sql`insert into deliveries (firm_id, id, envelope_id, inbox_item_id, email, method, reason, status, level, message_id, attempts)
    select 1, gen_random_uuid(), ${envelopeId}::uuid, ${itemId}::uuid, n || '@hale-osei.example', 'PDF', '', 'waiting', 'case', n, 0
    from generate_series(1, ${count}::int) as n`.execute(kysely)
  await sql`insert into document_copies (firm_id, id, envelope_id, inbox_item_id, storage_policy_id, file_id, copy_key, status)
    select 1, gen_random_uuid(), ${envelopeId}::uuid, ${itemId}::uuid, ${policyId}::uuid, ${hash}, n, 'new'
    from generate_series(1, ${count}::int) as n`.execute(kysely)
  await sql`with item as (
      insert into inbox_items (firm_id, id, status, received_at, raw_content, fingerprint)
      select 1, gen_random_uuid(), 'Succeeded', now(), ${hash}, n from generate_series(1, ${count}::int) as n returning id
    ) insert into item_progress (firm_id, id) select 1, id from item`.execute(kysely)
  await sql`analyze`.execute(kysely)
}
