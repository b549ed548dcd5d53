import { openTurns } from '@courtcrier/lib/turns.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { printMessage } from '../../mail/as-pdf/print-message.ts'
import {
  districtLink,
  type LocalCourt,
  makePdf,
  openWorkbench,
  pdf,
  startCourt,
  type Workbench,
} from '../../retrieval/local-court.fixture.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { putNotice } from '../stamps/stamped-court.fixture.ts'
import { type PipelineDeps, runItem } from './run.ts'
import type { RetrieveResult, StageDeps } from './stage.ts'

let held: TestServices
let court: LocalCourt
let bench: Workbench
beforeAll(async () => {
  held = await openTestServices()
  const order = await makePdf(1)
  court = await startCourt(() => pdf(order))
  bench = await openWorkbench(court.gateway)
})
afterAll(async () => {
  await bench.remove()
  await court.close()
  await held.close()
})

let count = 0

interface Running {
  /** Whether the lock of the filing is held to the end. */
  isHeld?: boolean
  /** Whether the notice itself becomes a document. */
  isPrinted?: boolean
  /** Gives its slot to another notice. */
  stepAside?: () => void
}

/**
 * Runs a notice. Returns which of the court's answers the journal still has, and for each document that was saved whether
 * the court's only turn was free then.
 */
async function runWith({ isHeld = true, isPrinted = false, stepAside }: Running) {
  const { services } = held
  const { url, host } = districtLink(String(11_111_111 + ++count), `0350235${15_500 + count}`)
  const { sha256: raw } = await services.blobs.put(Buffer.from('Subject: Notice\r\n\r\nMOTION by Northgate.\r\n'))
  const said = { courtId: 'cand', docketNumber: `3:26-cv-0${4000 + count}`, documentNumber: '7', url, raw }
  const id = await withFirm(services.database, 1, async (trx) => {
    await sql`update firms set store_notice_as_docket_text = ${isPrinted} where firm_id = 1`.execute(trx)
    return putNotice(trx, services.jobs, said)
  })
  const turns = openTurns({ mostTogether: 1, mostOfFirm: 1 })
  const wasFree: boolean[] = []
  const put = (content: Uint8Array) => {
    const turn = turns.take(host)
    wasFree.push('end' in turn)
    if ('end' in turn) turn.end()
    return bench.deps.blobs.put(content)
  }
  const retrieval = { ...bench.deps, blobs: { ...bench.deps.blobs, put } }
  const deps: PipelineDeps = {
    services,
    exclusive: (_key, run) => run(() => isHeld),
    turns,
    stageDeps: (read) =>
      ({ read, config: services.config, formats: async () => [], retrieval }) as unknown as StageDeps,
    onCommitted: (stage, result) => {
      if (stage === 'retrieve') bench.deps.journal.forget((result as RetrieveResult).keys)
    },
  }
  const before = new Set(bench.deps.journal.keys())
  await runItem(deps, { data: { firmId: 1, id }, ...(stepAside && { stepAside }) })
  return { kept: bench.deps.journal.keys().filter((key) => !before.has(key)), wasFree }
}

test("a court's answer is kept if the lock was lost meanwhile, for another process may be about to read it", async () => {
  expect((await runWith({ isHeld: false })).kept).toHaveLength(1)
  expect((await runWith({ isHeld: true })).kept).toEqual([])
  expect(court.requests).toHaveLength(2)
})

test('while a notice waits to be printed, its court can be asked for others', async () => {
  expect((await runWith({ isPrinted: true })).wasFree).toEqual([false, true])
})

test('a notice that waits long to be printed gives its slot to others, and one that does not keeps it', async () => {
  const stepAside = vi.fn()
  await runWith({ stepAside })
  expect(stepAside).not.toHaveBeenCalled()
  // One message is printed at a time: this one, which isn't read yet.
  const { promise: raw, resolve: arrive } = Promise.withResolvers<Uint8Array>()
  const before = printMessage(() => raw, { firmId: 2, timeZone: 'UTC', receivedAt: '2026-11-20T18:00:00.000Z' })
  const waiting = runWith({ isPrinted: true, stepAside })
  await expect.poll(() => stepAside.mock.calls.length).toBe(1)
  arrive(Buffer.from('Subject: Before\r\n\r\nORDER by the court.\r\n'))
  await before
  expect((await waiting).wasFree).toEqual([false, true])
})
