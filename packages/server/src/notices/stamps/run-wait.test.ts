import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { eventually } from '../../mail/testing/eventually.ts'
import { scanOf } from '../../retrieval/scan.fixture.ts'
import { cancelItem } from '../actions.ts'
import { openStampedCourt, stampedPdf } from './stamped-court.fixture.ts'

let held: Awaited<ReturnType<typeof openStampedCourt>>
beforeAll(async () => {
  held = await openStampedCourt()
})
afterAll(() => held.close())
beforeEach(async () => {
  await held.run(sql`delete from jurisdiction_preferences`)
})

interface Wait {
  waitForStamp?: boolean
  minutes?: number
  releaseAfter?: number
  order?: number
  enabled?: boolean
  domains?: readonly string[]
  /** Only for courts of this category. */
  category?: string
}

/** Adds document processing and the preference that chooses it. */
async function prefer({
  waitForStamp = true,
  minutes = 60,
  releaseAfter,
  order = 1,
  enabled = true,
  domains = [],
  category,
}: Wait) {
  const id = newId()
  await held.run(sql`
    insert into document_processings (firm_id, id, name, wait_for_stamp, max_minutes_wait_for_stamp,
      release_unstamped_while_waiting, minutes_wait_before_unstamped_release)
    values (1, ${id}::uuid, ${`Processing ${id}`}, ${waitForStamp}, ${minutes}, ${releaseAfter !== undefined}, ${releaseAfter ?? null})`)
  await held.run(sql`
    insert into jurisdiction_preferences (firm_id, id, "order", enabled, description, party_email_domains, document_processing_id, jurisdiction_groups)
    values (1, ${newId()}::uuid, ${order}, ${enabled}, 'All courts', ${[...domains]}::text[], ${id}::uuid,
      ${category ? [id] : []}::uuid[])`)
  if (category)
    await held.run(sql`
      insert into jurisdiction_groups (firm_id, id, name, categories) values (1, ${id}::uuid, ${id}, array[${category}])`)
}

let count = 0

/** A filing in a court on a state's e-filing system, whose links may be opened again, or in a federal one. */
async function receive(body: Uint8Array, system: 'state' | 'federal' = 'state') {
  const at = ++count
  const [courtId, number] =
    system === 'state' ? ['illcirctcook', `2024L00${4000 + at}`] : ['cand', `3:24-cv-0${4000 + at}`]
  const token = system === 'state' ? `7ff2fb72-7baa-4770-8a7c-70c1dd1c${1000 + at}` : String(22_345_670 + at)
  const url =
    system === 'state'
      ? `https://illinois.tylerhost.net/ViewServiceDocuments.aspx?SID=${token}`
      : `https://ecf.cand.uscourts.gov/doc1/035100002${at}?caseid=1&de_seq_num=${at}&magic_num=${token}`
  await held.addCase(courtId, number)
  held.served.set(token, body)
  const id = await held.receive({ courtId, docketNumber: number, url })
  const mails = () => held.sent.filter(({ text }) => text.includes(id))
  const asked = () => held.court.requests.filter((request) => request.includes(token)).length
  const again = () => held.receive({ courtId, docketNumber: number, url })
  return { id, token, number, mails, asked, again }
}

const stampOf = (number: string) => `FILED 5/1/2024 4:32 PM IRIS Y. MARTINEZ CIRCUIT CLERK COOK COUNTY, IL ${number}`
const unstamped = () => stampedPdf('A motion without a stamp', `Copy ${++count}`)

/** Moves the times of a filing's wait to now, in place of waiting for minutes, and lets the worker look. */
async function elapse(itemId: string, column: 'release_at' | 'until'): Promise<void> {
  const { rows } = await held.run(sql<{ id: string }>`
    update stamp_waits set ${sql.ref(column)} = now() - interval '1 second' where inbox_item_id = ${itemId}::uuid returning id`)
  const jobs = rows.map(({ id }) => ({ firmId: 1, id }))
  await withFirm(held.services().database, 1, (trx) => held.services().jobs.enqueue(trx, 'stamp', jobs))
}

const statusOf = async (itemId: string) =>
  (await held.run(sql<{ status: string }>`select status from stamp_waits where inbox_item_id = ${itemId}::uuid`))
    .rows[0]?.status

test('people wait for the stamp: the court is asked again, and they are notified once, with the stamped document', async () => {
  await prefer({})
  const filing = await receive(await unstamped())
  const waiting = await held.item(filing.id, /Post Processing/)
  expect(waiting.isStamped).toBe(false)
  expect(waiting.lines.join(' ')).toMatch(/has 60 minutes to stamp the documents.*preference "All courts" says so/)
  await eventually(filing.asked).toBeGreaterThan(1)
  expect(filing.mails()).toEqual([])
  held.served.set(filing.token, await stampedPdf(stampOf(filing.number)))
  const done = await held.item(filing.id, /Succeeded/)
  expect(done).toMatchObject({ isStamped: true })
  expect(done.fileId).not.toBe(waiting.fileId)
  expect(done.lines).toContain('The court stamped the documents.')
  expect(filing.mails()).toHaveLength(1)
  expect(filing.mails()[0]?.text).not.toMatch(/stamp/)
})

test('people wait for an unstamped document with waitForStamp, and for no other', async () => {
  await prefer({ waitForStamp: false })
  const plain = await receive(await unstamped())
  await held.item(plain.id, /Succeeded/)
  expect(await statusOf(plain.id)).toBeUndefined()
  await held.run(sql`delete from jurisdiction_preferences`)
  await prefer({})
  const stamped = await receive(await stampedPdf(stampOf(`2024L00${4000 + count + 1}`)))
  await held.item(stamped.id, /Succeeded/)
  expect(await statusOf(stamped.id)).toBeUndefined()
  const awaited = await receive(await unstamped())
  await held.item(awaited.id, /Post Processing/)
  expect([await statusOf(awaited.id), awaited.mails()]).toEqual(['waiting', []])
})

test('the wait ends after the set minutes, and the email says that the stamp is missing', async () => {
  await prefer({ minutes: 45 })
  const filing = await receive(await unstamped())
  await held.item(filing.id, /Post Processing/)
  const { rows } = await held.run(sql<{ minutes: number; release: Date | null }>`
    select round(extract(epoch from until - created_at) / 60)::int as minutes, release_at as release
    from stamp_waits where inbox_item_id = ${filing.id}::uuid`)
  expect(rows).toEqual([{ minutes: 45, release: null }])
  expect(filing.mails()).toEqual([])
  await elapse(filing.id, 'until')
  expect(await held.item(filing.id, /Succeeded/)).toMatchObject({ isStamped: false })
  expect(filing.mails().map(({ text }) => text)).toEqual([
    expect.stringContaining('The court did not stamp the documents within 45 minutes'),
  ])
})

test('released meanwhile, people are notified without the stamp, and once more with it', async () => {
  await prefer({ releaseAfter: 5 })
  const filing = await receive(await unstamped())
  await held.item(filing.id, /Post Processing/)
  expect(filing.mails()).toEqual([])
  const { rows } = await held.run(sql<{ minutes: number }>`
    select round(extract(epoch from release_at - created_at) / 60)::int as minutes
    from stamp_waits where inbox_item_id = ${filing.id}::uuid`)
  expect(rows).toEqual([{ minutes: 5 }])
  await elapse(filing.id, 'release_at')
  await eventually(() => filing.mails().length).toBe(1)
  expect(filing.mails()[0]?.text).toContain("The documents don't have the court's stamp yet.")
  await held.item(filing.id, /Post Processing/)
  held.served.set(filing.token, await stampedPdf(stampOf(filing.number)))
  await held.item(filing.id, /Succeeded/)
  await eventually(() => filing.mails().length).toBe(2)
  expect(filing.mails()[1]?.text).toContain('The court has stamped the documents.')
  expect(filing.mails()[1]?.messageId).not.toBe(filing.mails()[0]?.messageId)
  await elapse(filing.id, 'until')
  await held.restart()
  expect(filing.mails()).toHaveLength(2)
})

test('after a release, those whom another notice of the filing adds are not held back for the stamp', async () => {
  await prefer({ releaseAfter: 0 })
  const filing = await receive(await unstamped())
  await eventually(() => filing.mails().length).toBe(1)
  const associate = newId()
  await held.run(sql`insert into timekeepers (firm_id, id, full_name, email)
    values (1, ${associate}::uuid, 'Ines Roth', 'roth@one.example')`)
  await held.run(sql`update cases set assigned_timekeepers = assigned_timekeepers || ${associate}::uuid
    where case_number = ${filing.number}`)
  await filing.again()
  const told = () => held.sent.filter(({ to }) => to.address === 'roth@one.example')
  await eventually(() => told().length).toBe(1)
  expect(told()[0]?.text).toContain("The documents don't have the court's stamp yet.")
  expect(await statusOf(filing.id)).toBe('released')
})

test('if the stamp never comes after a release, no one is notified again', async () => {
  await prefer({ releaseAfter: 0 })
  const filing = await receive(await unstamped())
  await eventually(() => filing.mails().length).toBe(1)
  await elapse(filing.id, 'until')
  await held.item(filing.id, /Succeeded/)
  expect(await statusOf(filing.id)).toBe('unstamped')
  expect(filing.mails()).toHaveLength(1)
})

test('the free look of a federal court is never used for a second look', async () => {
  await prefer({ releaseAfter: 5 })
  const filing = await receive(await unstamped(), 'federal')
  await held.item(filing.id, /Post Processing/)
  await elapse(filing.id, 'release_at')
  await eventually(() => filing.mails().length).toBe(1)
  await elapse(filing.id, 'until')
  await held.item(filing.id, /Succeeded/)
  expect(filing.asked()).toBe(1)
})

test('the wait survives a restart', async () => {
  await prefer({})
  const filing = await receive(await unstamped())
  await held.item(filing.id, /Post Processing/)
  await held.restart()
  held.served.set(filing.token, await stampedPdf(stampOf(filing.number)))
  await held.item(filing.id, /Succeeded/)
  expect(filing.mails()).toHaveLength(1)
})

test("a stamped version that names another case isn't sent", async () => {
  await prefer({})
  const filing = await receive(await unstamped())
  await held.item(filing.id, /Post Processing/)
  held.served.set(filing.token, await stampedPdf(stampOf('2019L009999')))
  const before = filing.asked()
  await eventually(filing.asked).toBeGreaterThan(before + 1)
  expect(await held.item(filing.id, /Post Processing/)).toMatchObject({ isStamped: false })
  expect(filing.mails()).toEqual([])
})

test("a scan's stamp ends the wait once it is read", async () => {
  await prefer({})
  await held.addCase('cacd', '8:16-cv-01261')
  const real = readFileSync(new URL('../../courts/stamps/corpus/gov.uscourts.cacd.652774.40.0.pdf', import.meta.url))
  held.served.set('88888888', await scanOf(real))
  const id = await held.receive({
    ...{ courtId: 'cacd', docketNumber: '8:16-cv-01261', documentNumber: '40', filedDate: '2016-08-05' },
    url: 'https://ecf.cacd.uscourts.gov/doc1/03110000288?caseid=1&de_seq_num=9&magic_num=88888888',
  })
  expect(await held.item(id, /Succeeded/)).toMatchObject({ isStamped: true })
  expect(await statusOf(id)).toBe('stamped')
  expect(held.sent.filter(({ text }) => text.includes(id))).toHaveLength(1)
})

test('canceling the notice ends the wait', async () => {
  await prefer({})
  const filing = await receive(await unstamped())
  await held.item(filing.id, /Post Processing/)
  await withFirm(held.services().database, 1, (trx) =>
    cancelItem(trx, held.services().jobs, { firmId: 1, itemId: filing.id, userId: newId() }),
  )
  expect(await statusOf(filing.id)).toBe('canceled')
  await elapse(filing.id, 'until')
  expect(await held.item(filing.id, /Canceled/)).toBeDefined()
  expect(filing.mails()).toEqual([])
})

test('of the preferences, the first in order that is enabled and fits decides', async () => {
  await prefer({ order: 1, enabled: false })
  await prefer({ order: 2, domains: ['elsewhere.example'] })
  await prefer({ order: 3, waitForStamp: false, domains: ['one.example'] })
  await prefer({ order: 4 })
  const filing = await receive(await unstamped())
  await held.item(filing.id, /Succeeded/)
  expect(await statusOf(filing.id)).toBeUndefined()
})

test('a preference for other courts decides nothing', async () => {
  await prefer({ order: 1, category: 'FEDERAL_DISTRICT' })
  const state = await receive(await unstamped())
  await held.item(state.id, /Succeeded/)
  expect(await statusOf(state.id)).toBeUndefined()
  const federal = await receive(await unstamped(), 'federal')
  await held.item(federal.id, /Post Processing/)
  expect(await statusOf(federal.id)).toBe('waiting')
})

test('recipients of another notice of the filing keep waiting when the first one is canceled', async () => {
  await prefer({})
  const filing = await receive(await unstamped())
  await held.item(filing.id, /Post Processing/)
  const partner = newId()
  await held.run(sql`insert into timekeepers (firm_id, id, full_name, email)
    values (1, ${partner}::uuid, 'Jonas Quill', 'quill@one.example')`)
  await held.run(sql`update cases set assigned_timekeepers = assigned_timekeepers || ${partner}::uuid
    where case_number = ${filing.number}`)
  const other = await filing.again()
  await held.item(other, /Post Processing/)
  await withFirm(held.services().database, 1, (trx) =>
    cancelItem(trx, held.services().jobs, { firmId: 1, itemId: filing.id, userId: newId() }),
  )
  expect(await statusOf(other)).toBe('waiting')
  held.served.set(filing.token, await stampedPdf(stampOf(filing.number)))
  await held.item(other, /Succeeded/)
  const told = held.sent.filter(({ text }) => text.includes(other) || text.includes(filing.id))
  expect(told.map(({ to }) => to.address)).toEqual(['quill@one.example'])
})
