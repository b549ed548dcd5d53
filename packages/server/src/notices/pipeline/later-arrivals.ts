import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import type { ClaimedJob, JobData } from '../../base/db/job.ts'
import type { MessagePart } from '../../courts/message/message.ts'
import type { LaterArrival } from '../../mail/origin.ts'
import { type OpenItem, readOpen } from '../../mail/receive-again.ts'
import { StaleWorkError } from '../commit.ts'
import { reopen } from '../reopen.ts'
import {
  dnsWaitMs,
  type Examined,
  examineArrivals,
  forgotten,
  isDue,
  type Patience,
  type Proving,
  patience,
  receivedAs,
  type Settled,
} from './examine-arrivals.ts'
import { readWork } from './load-work.ts'
import { type PipelineDeps, readerOf, runStage } from './run.ts'
import { isSamePart } from './split.ts'
import { parseStage } from './stages/parse.ts'

/** How long an item that is being processed is left alone, in milliseconds. */
const busyWaitMs = 5000
/**
 * Senders choose the name servers that are asked about their messages, and strangers may choose ones that never answer: so
 * no firm has all places. They wait rather than use this machine.
 */
export const arrivalTurns = { concurrency: 8, mostOfFirm: 2 }

/** Examines messages that are received again (`checkLaterArrivals`) as they come. */
export function workLaterArrivals(deps: PipelineDeps, limits: Patience = patience): void {
  deps.services.jobs.work('arrival', (job) => checkLaterArrivals(deps, job, limits), arrivalTurns)
}

/**
 * Examines messages that were received again while nothing proved the sender of the first (`receive-again.ts`). If one
 * proves it, the item is read as it was received there, from the check of its sender on, and so are the notices that the
 * message was split into. Otherwise the item stays as it is: nothing that anyone sends again changes what a person
 * is looking at.
 */
async function checkLaterArrivals(deps: PipelineDeps, { data }: ClaimedJob, limits: Patience): Promise<void> {
  const { database, jobs } = deps.services
  const item = await withFirmAtWork(database, data.firmId, (trx) => readItem(trx, data))
  const [, ...later] = item?.arrivals ?? []
  if (!item || later.length === 0) return
  const wait = (afterMs?: number) => (trx: Trx) =>
    jobs.enqueue(trx, 'arrival', [data], afterMs === undefined ? {} : { afterMs })
  if (item.isOpen && isBusy(item)) return withFirmAtWork(database, data.firmId, wait(busyWaitMs))
  const due = later.filter(isDue)
  if (due.length === 0) return withFirmAtWork(database, data.firmId, wait(dnsWaitMs))
  const examined = item.isOpen ? await examineArrivals(deps, { data, due, limits }) : { settled: later.map(forgotten) }
  const { proving, settled }: Examined = examined
  const parts = proving && item.parts.length > 0 ? await findParts(deps, data, proving) : []
  await withFirmAtWork(database, data.firmId, async (trx) => {
    if (proving && item.parts.length === 0) return readInstead(trx, deps, { data, proving: proving.arrival })
    if (proving) await readPartsInstead(trx, deps, { data, proving: proving.arrival, parts })
    await note(trx, data, settled)
    if (proving) return
    if (settled.length < due.length) await wait()(trx)
    else if (settled.some(({ next }) => next)) await wait(dnsWaitMs)(trx)
  }).catch((error: unknown) => {
    // A person moved it meanwhile.
    if (!(error instanceof StaleWorkError)) throw error
  })
}

/** In which an item rests. */
const resting: readonly ItemStatus[] = ['Action Required', 'Succeeded', 'Canceled', 'Failed']

function isBusy({ status, parts }: OpenItem): boolean {
  const statuses = parts.length > 0 ? parts.map((part) => part.status) : [status]
  return !statuses.every((each) => resting.includes(each))
}

function readItem(trx: Trx, { firmId, id }: JobData) {
  return readOpen(trx, { firmId, where: sql`i.id = ${id}::uuid` })
}

/** The notices in a copy that proves its sender. */
async function findParts(
  deps: PipelineDeps,
  { firmId, id }: JobData,
  { arrival, sender }: Proving,
): Promise<readonly MessagePart[]> {
  const first = await readWork(deps.services, firmId, id)
  if (!first) return []
  const work = { ...receivedAs(deps, first, arrival), results: { authenticate: sender } }
  const outcome = await runStage(deps, parseStage, { work, read: readerOf(deps, work) })
  return outcome.kind === 'split' ? outcome.parts : []
}

async function readInstead(
  trx: Trx,
  { services }: PipelineDeps,
  { data: { firmId, id }, proving }: { data: JobData; proving: LaterArrival },
): Promise<void> {
  const item = await readItem(trx, { firmId, id })
  if (!item?.isOpen || item.parts.length > 0) return
  await reopen(trx, services.jobs, reopeningAs({ firmId, id }, proving))
}

/**
 * Reads the parts for which nothing proves the sender in the copy, if the same notices are there, and then the whole
 * message, for notices that are only there: someone may have had the first read in another way.
 */
async function readPartsInstead(
  trx: Trx,
  { services }: PipelineDeps,
  { data: { firmId, id }, proving, parts }: { data: JobData; proving: LaterArrival; parts: readonly MessagePart[] },
): Promise<void> {
  await sql`select id from inbox_items where firm_id = ${firmId}::integer and parent_id = ${id}::uuid
    order by id for update`.execute(trx)
  const item = await readItem(trx, { firmId, id })
  if (!item || item.parts.length === 0) return
  for (const { id: partId, status, part } of item.parts) {
    const same = parts.find((each) => isSamePart(part, each))
    if (!same || !resting.includes(status)) continue
    await reopen(trx, services.jobs, reopeningAs({ firmId, id: partId }, proving, same))
  }
  await reopen(trx, services.jobs, reopeningAs({ firmId, id }, proving))
}

function reopeningAs({ firmId, id }: JobData, { file, size, via, source, origin }: LaterArrival, part?: MessagePart) {
  return {
    target: { firmId, itemId: id },
    from: resting,
    next: 'authenticate' as const,
    sentence: `Received again from ${source}. This copy proves its sender, so it is read instead of the first.`,
    columns: { raw_content: file, size, source_type: via, source },
    outcomes: { receive: { ...origin, ...(part && { part }) } },
  }
}

/** Removes those that were examined or notes their next time; others may have been added meanwhile. */
async function note(trx: Trx, { firmId, id }: JobData, settled: readonly Settled[]): Promise<void> {
  await sql`update item_progress set outcomes = jsonb_set(outcomes, '{receive,again}', coalesce((
      select jsonb_agg(coalesce(s.each -> 'next', r.each) order by n)
      from jsonb_array_elements(outcomes #> '{receive,again}') with ordinality as r (each, n)
        left join jsonb_array_elements(${JSON.stringify(settled)}::text::jsonb) as s (each) on s.each -> 'arrival' = r.each
      where s.each is null or s.each ? 'next'), '[]'))
    where firm_id = ${firmId}::integer and id = ${id}::uuid and outcomes #> '{receive,again}' is not null`.execute(trx)
}
