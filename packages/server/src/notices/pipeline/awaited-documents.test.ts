import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { eventually } from '../../mail/testing/eventually.ts'
import { cutOff, html, loginPage, makePdf, type Reply } from '../../retrieval/local-court.fixture.ts'
import { openStampedCourt, putNotice } from '../stamps/stamped-court.fixture.ts'

const down = html('oops', 500)
const host = 'ecf.cand.uscourts.gov'
let answer: Reply | undefined
let held: Awaited<ReturnType<typeof openStampedCourt>>
beforeAll(async () => {
  held = await openStampedCourt({ answer: () => answer })
})
afterAll(() => held.close())
beforeEach(() => {
  answer = down
})

let count = 0

/** A notice of a filing, after this many failed attempts. */
async function receive({ attempts = 9, receivedAt = new Date(), filing = ++count } = {}) {
  const [token, number] = [String(77_000_000 + filing), `3:26-cv-0${3000 + filing}`]
  const { rows } = await held.run(sql`select from cases where case_number = ${number}`)
  if (rows.length === 0) await held.addCase('cand', number)
  held.served.set(token, await makePdf(1))
  const url = `https://${host}/doc1/0350${40_000_000 + filing}?caseid=1&de_seq_num=${filing}&magic_num=${token}`
  const id = await withFirm(held.services().database, 1, async (trx) => {
    const said = { courtId: 'cand', docketNumber: number, documentNumber: '7', url }
    const putId = await putNotice(trx, held.services().jobs, said)
    await sql`update inbox_items set attempts = ${attempts}, received_at = ${receivedAt} where id = ${putId}::uuid`.execute(
      trx,
    )
    return putId
  })
  return { id, requests: () => held.court.requests.filter((each) => each.includes(token)).length }
}

const emailsAbout = (id: string) => held.sent.filter(({ text }) => text.includes(id))

/** Lets the notice's next request for what is awaited come now. */
const askNow = (id: string) =>
  withFirm(held.services().database, 1, async (trx) => {
    await sql`update inbox_items set retry_at = null where id = ${id}::uuid`.execute(trx)
    await held.services().jobs.enqueue(trx, 'awaited', [{ firmId: 1, id }])
  })

async function read<T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await held.run(query)).rows[0]
}

const documentOf = (id: string) =>
  read(sql<{ verdict: string; sentence: string }>`
    select d.verdict, d.sentence from documents d join inbox_items i on i.envelope_id = d.envelope_id
    where i.id = ${id}::uuid and d.position = 0`)

test('a court that is down for hours lets people be notified without the document, with what to do', async () => {
  const { id } = await receive({ receivedAt: new Date('2099-11-20T12:00:00Z') })
  const { reason } = await held.item(id, /Action Required/)
  const sentence =
    "The court's server answered with an error (500). Courtcrier tries again until December 5, 2099, when the link is " +
    'expected to expire. It sends you the document once it has it. ' +
    'To have it sooner, get it with your own login at the court, or from the filer, and upload it.'
  expect(reason).toBe(`The document couldn't be retrieved. ${sentence}`)
  expect(await documentOf(id)).toEqual({ verdict: 'awaited', sentence })
  await eventually(async () => emailsAbout(id).length).toBe(1)
  expect(emailsAbout(id)[0]?.text).toContain(`Not retrieved: ${sentence}`)
})

test('until then the notice waits, as the court may be back soon', async () => {
  const { id } = await receive({ attempts: 8 })
  expect(await held.item(id, /Retry/)).toMatchObject({ reason: "The court's server answered with an error (500)." })
  expect(emailsAbout(id)).toEqual([])
})

test('once the court is back, the document is requested once and sent to those who were notified without it', async () => {
  const { id, requests } = await receive()
  await held.item(id, /Action Required/)
  await eventually(async () => emailsAbout(id).length).toBe(1)
  const before = requests()
  answer = undefined
  await askNow(id)
  await held.item(id, /Succeeded/)
  expect(requests()).toBe(before + 1)
  await eventually(async () => emailsAbout(id).length).toBe(2)
  expect(emailsAbout(id)[1]?.text).toMatch(/Attached: .*The document that was missing has been retrieved\./s)
})

test('while it is down, a question changes nothing but the time of the next', async () => {
  const { id, requests } = await receive()
  const { lines } = await held.item(id, /Action Required/)
  const before = requests()
  const times = () =>
    read(sql<{ retryAt: Date | null; updatedAt: Date }>`
      select retry_at as "retryAt", updated_at as "updatedAt" from inbox_items where id = ${id}::uuid`)
  const first = await times()
  await askNow(id)
  await eventually(async () => (await times())?.retryAt).toBeTruthy()
  expect(requests()).toBe(before + 1)
  // So that programs that follow the list by last change learn of it.
  expect((await times())?.updatedAt).not.toEqual(first?.updatedAt)
  expect((await held.item(id, /Action Required/)).lines).toEqual(lines)
})

test('a question is planned for when its job is due, also by a server whose clock is ahead', async () => {
  const right = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => right() + 60_000)
  onTestFinished(() => clock.mockRestore())
  const { id } = await receive()
  const late = () =>
    read(sql<{ seconds: number }>`
      select extract(epoch from i.retry_at - j.start_after)::float8 as seconds
      from inbox_items i join pgboss.job j on j.name = 'awaited' and j.data ->> 'id' = i.id::text and j.state = 'created'
      where i.id = ${id}::uuid`)
  await held.item(id, /Action Required/)
  expect((await late())?.seconds).toBeLessThan(1)
  await held.run(sql`delete from pgboss.job where name = 'awaited' and data ->> 'id' = ${id}`)
  await askNow(id)
  await eventually(async () => typeof (await late())?.seconds).toBe('number')
  expect((await late())?.seconds).toBeLessThan(1)
})

test('what the journal knows of a link stays: an answer that breaks off twice isn’t requested a third time', async () => {
  answer = cutOff(await makePdf(2))
  const { id, requests } = await receive()
  await held.item(id, /Action Required/)
  expect(await documentOf(id)).toMatchObject({ verdict: 'awaited' })
  await askNow(id)
  await eventually(async () => (await documentOf(id))?.verdict).toBe('broken')
  expect(requests()).toBe(2)
})

test('a login page is final, and says what it says', async () => {
  const { id } = await receive()
  await held.item(id, /Action Required/)
  answer = html(loginPage)
  await askNow(id)
  await eventually(async () => (await documentOf(id))?.verdict).toBe('login')
})

test('another notice of the filing isn’t held up by the court again', async () => {
  const filing = ++count
  await held.item((await receive({ filing })).id, /Action Required/)
  const { id } = await receive({ filing, attempts: 0 })
  await held.item(id, /Action Required/)
})

test('after the link has expired the document is given up', async () => {
  const { id } = await receive({ receivedAt: new Date(Date.now() - 16 * 86_400_000) })
  await held.item(id, /Action Required/)
  expect(await documentOf(id)).toMatchObject({
    verdict: 'unavailable',
    sentence: expect.stringContaining('no longer tries'),
  })
  expect(await read(sql`select from pgboss.job where name = 'awaited' and data ->> 'id' = ${id}`)).toBeUndefined()
})

/** Asks for what a notice awaits after a change of it; returns how often the court was asked, and what is planned then. */
async function askAfter(change: RawBuilder<unknown>) {
  const { id, requests } = await receive()
  await held.item(id, /Action Required/)
  const before = requests()
  const jobs = async (state: string) =>
    (
      await read(sql<{ count: number }>`select count(*)::int as count from pgboss.job
      where name = 'awaited' and data ->> 'id' = ${id} and state = ${state}`)
    )?.count
  await held.run(sql`delete from pgboss.job where name = 'awaited' and data ->> 'id' = ${id}`)
  await withFirm(held.services().database, 1, async (trx) => {
    await sql`update inbox_items set ${change} where id = ${id}::uuid`.execute(trx)
    await held.services().jobs.enqueue(trx, 'awaited', [{ firmId: 1, id }])
  })
  await eventually(() => jobs('completed')).toBe(1)
  return { asked: requests() - before, planned: await jobs('created') }
}

test.each([
  ['whose next question is planned for later', sql`retry_at = now() + interval '1 hour'`],
  ['that was received more than 30 days ago', sql`retry_at = null, received_at = now() - interval '31 days'`],
  ['that a person canceled', sql`retry_at = null, status = 'Canceled'`],
])('for a notice %s the court isn’t asked, and no other question is planned', async (_, change) => {
  expect(await askAfter(change)).toEqual({ asked: 0, planned: 0 })
})

test('after the database’s clock was set back, the court is asked at the time that was planned by the clock of before', async () => {
  const ahead = sql`retry_at = now() + interval '1 hour', updated_at = now() + interval '50 minutes'`
  expect(await askAfter(ahead)).toEqual({ asked: 1, planned: 1 })
})

test('for a notice that failed since, the court isn’t asked until a person has let it go on', async () => {
  expect(await askAfter(sql`retry_at = null, status = 'Failed'`)).toEqual({ asked: 0, planned: 1 })
})
