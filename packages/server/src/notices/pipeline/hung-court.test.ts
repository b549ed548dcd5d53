import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openOutgoingMail } from '../../outbox/mail/outgoing-mail.ts'
import { type LocalCourt, pdf, type Reply, startCourt } from '../../retrieval/local-court.fixture.ts'
import { textPdf } from '../../testing/pdf.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { startWorker } from '../../worker.ts'
import { putNotice } from '../stamps/stamped-court.fixture.ts'

const concurrency = 8
const perCourt = 2
/** Much less than in use, and more than a stall of a busy machine. */
const slowCourtMs = 8000
const hung = 'ecf.nysd.uscourts.gov'
const alsoHung = 'ecf.ilnd.uscourts.gov'
const healthy = 'ecf.cand.uscourts.gov'
const document = await textPdf(['An order of the court.'])

let held: TestServices
let court: LocalCourt
let worker: Awaited<ReturnType<typeof startWorker>>
/** Answers the requests to the court that hangs. */
let answerHung: Reply
let letGo: () => void

beforeEach(async () => {
  const left: (() => void)[] = []
  answerHung = (...request) => left.push(() => pdf(document)(...request))
  letGo = () => {
    answerHung = pdf(document)
    for (const answer of left.splice(0)) answer()
  }
  court = await startCourt(({ hostname }) => (hostname === healthy ? pdf(document) : answerHung))
  held = await openTestServices({
    environment: {
      COURTCRIER_COURT_GATEWAY: court.gateway,
      COURTCRIER_CONCURRENCY: String(concurrency),
      COURTCRIER_COURT_REQUESTS: String(perCourt),
    },
  })
  const mail = openOutgoingMail(held.services.config, held.services.log)
  worker = await startWorker(held.services, mail, { slowCourtMs })
})
afterEach(async () => {
  letGo()
  await worker.stop()
  await held.close()
  await court.close()
})

test('notices of a court that hangs delay neither those of other courts nor those of other firms', async () => {
  const waiting = await receive(40, { host: hung })
  await vi.waitFor(() => expect(requestsTo(hung)).toBe(perCourt), 60_000)
  const others = [...(await receive(15, { host: healthy })), ...(await receive(15, { host: healthy, firmId: 2 }))]
  await vi.waitFor(async () => expect(await unretrieved(others)).toBe(0), { timeout: 50_000 })
  expect(requestsTo(hung)).toBe(perCourt)
  expect(await unretrieved(waiting)).toBe(40)
})

test('nor do the notices of one filing for many people, which are retrieved one after the other', async () => {
  await receive(40, { host: hung, isOneFiling: true })
  await vi.waitFor(() => expect(requestsTo(hung)).toBe(1), 60_000)
  const others = await receive(10, { host: healthy })
  await vi.waitFor(async () => expect(await unretrieved(others)).toBe(0), { timeout: 50_000 })
  expect(requestsTo(hung)).toBe(1)
})

test('courts that begin to hang together, and would fill every slot, hold up others only until they are known to be slow', async () => {
  const waiting = [...(await receive(20, { host: hung })), ...(await receive(20, { host: alsoHung, firmId: 2 }))]
  await vi.waitFor(() => expect([requestsTo(hung), requestsTo(alsoHung)]).toEqual([perCourt, perCourt]), {
    timeout: 30_000,
  })
  const others = [...(await receive(15, { host: healthy })), ...(await receive(15, { host: healthy, firmId: 2 }))]
  await vi.waitFor(async () => expect(await unretrieved(others)).toBe(0), { timeout: 50_000 })
  expect([requestsTo(hung), requestsTo(alsoHung)]).toEqual([perCourt, perCourt])
  expect(await unretrieved(waiting)).toBe(40)
})

test('once the court answers, its notices are retrieved, and none of them has used up an attempt', async () => {
  const waiting = await receive(20, { host: hung })
  await vi.waitFor(() => expect(requestsTo(hung)).toBe(perCourt), 60_000)
  letGo()
  await vi.waitFor(async () => expect(await unretrieved(waiting)).toBe(0), { timeout: 200_000 })
  expect(requestsTo(hung)).toBe(20)
  const { rows } = await sql<{ attempts: number }>`
    select distinct attempts from inbox_items where firm_id = 1`.execute(held.services.database.kysely)
  expect(rows).toEqual([{ attempts: 0 }])
})

interface Received {
  host: string
  firmId?: number
  isOneFiling?: boolean
}

let count = 0

async function receive(notices: number, { host, firmId = 1, isOneFiling = false }: Received): Promise<string[]> {
  const { database, jobs } = held.services
  const courtId = host.split('.')[1] ?? ''
  return withFirm(database, firmId, async (trx) => {
    const ids: string[] = []
    for (let n = 0; n < notices; n++) {
      if (n === 0 || !isOneFiling) count++
      const url = `https://${host}/doc1/0350${10_000_000 + count}?caseid=417880&de_seq_num=19&magic_num=${count}`
      const said = { firmId, courtId, docketNumber: '3:26-cv-00101', documentNumber: String(count), url }
      ids.push(await putNotice(trx, jobs, said))
    }
    return ids
  })
}

function requestsTo(host: string): number {
  return court.requests.filter((request) => request.startsWith(host)).length
}

/** How many of these notices have not got past retrieval. */
async function unretrieved(ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from item_progress
    where id = any(${ids}::uuid[]) and not outcomes ? 'retrieve'`.execute(held.services.database.kysely)
  return rows[0]?.count ?? 0
}
