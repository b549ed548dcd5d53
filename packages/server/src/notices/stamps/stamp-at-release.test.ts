import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { insert, rowById } from '../../outbox/copies/test-filing.ts'
import { startDelivery } from '../../outbox/deliveries/delivery-row.ts'
import { plantDelivery } from '../../outbox/deliveries/planted-delivery.fixture.ts'
import { holdFilingPerTest } from '../../records/outgoing/filing-per-test.fixture.ts'
import { webLinkPosition } from '../pipeline/filing-documents.ts'
import { settleItem } from '../settle.ts'
import { endWait } from './end-wait.ts'
import { continueWait } from './run-wait.ts'
import { readWait } from './wait-row.ts'

const held = holdFilingPerTest()
const inFirm = <T>(run: Parameters<typeof withFirm<T>>[2]) => withFirm(held.services.database, 1, run)

/** A wait of the planted filing, whose recipients are to be notified without the stamp by now. */
async function plantWait(status: 'waiting' | 'released') {
  const { itemId, envelopeId } = held.filing
  const data = { firmId: 1, id: newId() }
  await withSystem(held.services.database, async (trx) => {
    await insert(trx, 'stamp_waits', {
      ...{
        firm_id: 1,
        id: data.id,
        envelope_id: envelopeId,
        inbox_item_id: itemId,
        minutes: 60,
        status,
        document_processing_id: newId(),
      },
      ...{ release_at: new Date(Date.now() - 1000), until: new Date(Date.now() + 3_600_000) },
    })
    await sql`update documents set file_id = ${'0'.repeat(64)} where envelope_id = ${envelopeId}::uuid`.execute(trx)
  })
  return data
}

const plant = (status: string) => plantDelivery(held.services, held.filing, { status, level: 'case' })
const statuses = async () => {
  const { rows } = await sql<{
    status: string
    repeat: number
  }>`select status, repeat from deliveries order by repeat`.execute(held.services.database.kysely)
  return rows.map(({ status, repeat }) => [repeat, status])
}
const itemStatus = async () => (await rowById(held.services, 'inbox_items', held.filing.itemId)).status

test('a stamp that comes before an email is sent without it leads to one email, for which the notice waits', async () => {
  const data = await plantWait('released')
  const id = await plant('waiting')
  await inFirm((trx) => endWait(trx, held.services.jobs, { data, outcome: 'stamped', minutes: 60 }))
  expect(await statuses()).toEqual([
    [0, 'canceled'],
    [1, 'waiting'],
  ])
  expect(await inFirm((trx) => startDelivery(trx, { firmId: 1, id }))).toBeUndefined()
  expect(await itemStatus()).toBe('Post Processing')
})

test('the email that replaces one is announced in the channel of its recipient’s group', async () => {
  const [data, group] = [await plantWait('released'), newId()]
  const id = await plant('waiting')
  await withSystem(held.services.database, async (trx) => {
    await insert(trx, 'timekeeper_groups', {
      ...{ firm_id: 1, id: group, name: 'Litigation', time_zone: 'UTC', delivery_method: 'INHERIT_METHOD' },
      ...{ notification_cadence: 'INHERIT_CADENCE', chat_service: 'slack', chat_url: Buffer.from('sealed') },
    })
    await sql`update timekeepers set timekeeper_group_id = ${group}::uuid
      where id = (select timekeeper_id from deliveries where id = ${id}::uuid)`.execute(trx)
  })
  await inFirm((trx) => endWait(trx, held.services.jobs, { data, outcome: 'stamped', minutes: 60 }))
  const { id: next } = await rowById(held.services, 'deliveries', '1', 'repeat')
  expect(await inFirm((trx) => startDelivery(trx, { firmId: 1, id: String(next) }))).toMatchObject({
    chatGroupId: group,
  })
})

test.each([
  ['sent', 'Succeeded'],
  ['failed', 'Failed'],
])('if the email with the stamp is %s, the notice ends as %s', async (status, end) => {
  const data = await plantWait('released')
  await plant('waiting')
  await inFirm((trx) => endWait(trx, held.services.jobs, { data, outcome: 'stamped', minutes: 60 }))
  await inFirm(async (trx) => {
    await sql`update deliveries set status = ${status} where repeat = 1`.execute(trx)
    await settleItem(trx, held.filing)
  })
  expect(await itemStatus()).toBe(end)
})

test('an email that was sent without the stamp is followed by one with it', async () => {
  const data = await plantWait('released')
  await plant('sent')
  await inFirm((trx) => endWait(trx, held.services.jobs, { data, outcome: 'stamped', minutes: 60 }))
  expect(await statuses()).toEqual([
    [0, 'sent'],
    [1, 'waiting'],
  ])
})

test.each(['canceled', 'failed'])(
  'people who were not notified without the stamp (%s) are not notified of it',
  async (status) => {
    const data = await plantWait('released')
    await plant(status)
    await inFirm((trx) => endWait(trx, held.services.jobs, { data, outcome: 'stamped', minutes: 60 }))
    expect(await statuses()).toEqual([[0, status]])
  },
)

test.each([
  ['a court’s that it has not stamped', {}, 1],
  ['stamped', { stamped_by_court: true }, 0],
  ['a person’s upload', { uploaded: true }, 0],
  ['sealed', { sealed: true }, 0],
  ['one that the notice only links to', { position: webLinkPosition }, 0],
])('a document that is %s is waited for as its kind says', async (_, values, count) => {
  const data = await plantWait('waiting')
  const { services, filing } = held
  await withSystem(services.database, async (trx) => {
    const said = '{"parse":{"result":{"notice":{}}}}'
    await sql`update item_progress set outcomes = ${said}::text::jsonb where id = ${filing.itemId}::uuid`.execute(trx)
    for (const [column, value] of Object.entries(values))
      await sql`update documents set ${sql.ref(column)} = ${value} where envelope_id = ${filing.envelopeId}::uuid`.execute(
        trx,
      )
  })
  expect((await inFirm((trx) => readWait(trx, data)))?.unstamped).toHaveLength(count)
})

test('a stamp that is read while the release is due leads to one email', async () => {
  const data = await plantWait('waiting')
  await plant('held')
  const { services, filing } = held
  await withSystem(services.database, (trx) =>
    sql`update item_progress set outcomes = '{"parse":{"result":{"notice":{}}}}' where id = ${filing.itemId}::uuid`.execute(
      trx,
    ),
  )
  const wait = await inFirm((trx) => readWait(trx, data))
  if (!wait) throw new Error('there is no wait')
  expect(wait).toMatchObject({ isReleaseDue: true, unstamped: [{}] })
  await withSystem(services.database, (trx) =>
    sql`update documents set stamped_by_court = true where envelope_id = ${filing.envelopeId}::uuid`.execute(trx),
  )
  await inFirm((trx) => continueWait(trx, services.jobs, { data, wait, versions: [], soonest: 1000 }))
  expect(await rowById(services, 'stamp_waits', data.id)).toMatchObject({ status: 'stamped' })
  expect(await statuses()).toEqual([[0, 'waiting']])
})

test('a look that stood still puts no stamped version in place of a file that was uploaded since', async () => {
  const data = await plantWait('released')
  const { services, filing } = held
  const [{ id } = { id: '' }] = filing.documents
  const [asked, uploaded] = ['1'.repeat(64), '2'.repeat(64)]
  const system = (work: ReturnType<typeof sql>) => withSystem(services.database, (trx) => work.execute(trx))
  await system(
    sql`update item_progress set outcomes = '{"parse":{"result":{"notice":{}}}}' where id = ${filing.itemId}::uuid`,
  )
  const wait = await inFirm((trx) => readWait(trx, data))
  if (!wait) throw new Error('there is no wait')
  await system(sql`update documents set file_id = ${uploaded} where id = ${id}::uuid`)
  const version = { documentId: id, fileId: asked, size: 1, pages: 1, stamps: [], certainty: null, keys: [] }
  const record = () =>
    inFirm((trx) => continueWait(trx, services.jobs, { data, wait, versions: [version], soonest: 60_000 }))
  await record()
  expect(await rowById(services, 'documents', id)).toMatchObject({ file_id: uploaded })
  await system(sql`update documents set file_id = ${'0'.repeat(64)} where id = ${id}::uuid`)
  await record()
  expect(await rowById(services, 'documents', id)).toMatchObject({ file_id: asked, stamped_by_court: true })
})

/** Looks for the stamp of the planted filing's documents, which isn't there, and plans when to look again. */
async function look(data: { firmId: number; id: string }): Promise<void> {
  const { services, filing } = held
  await withSystem(services.database, (trx) =>
    sql`update item_progress set outcomes = '{"parse":{"result":{"notice":{}}}}' where id = ${filing.itemId}::uuid`.execute(
      trx,
    ),
  )
  await inFirm(async (trx) => {
    const wait = await readWait(trx, data)
    if (!wait) throw new Error('there is no wait')
    await continueWait(trx, services.jobs, { data, wait, versions: [], soonest: 60_000 })
  })
}

/** How many looks for the stamp are planned. */
async function countLooks(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pgboss.job where name = 'stamp'`.execute(held.services.database.kysely)
  return rows[0]?.count
}

const setWait = (values: ReturnType<typeof sql>) =>
  withSystem(held.services.database, (trx) => sql`update stamp_waits set ${values}`.execute(trx))

test('a look in between, as when a scan was read, begins no second series of looks', async () => {
  const data = await plantWait('released')
  await look(data)
  await look(data)
  expect(await countLooks()).toBe(1)
})

test.each([
  ['its time has come', sql`next_look_at = now() - interval '1 second'`],
  ['the clock was set back since it was planned', sql`updated_at = now() + interval '1 hour'`],
])('a look plans the next one if %s', async (_, values) => {
  const data = await plantWait('released')
  await look(data)
  await setWait(values)
  await look(data)
  expect(await countLooks()).toBe(2)
})
