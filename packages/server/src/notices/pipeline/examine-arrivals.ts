import type { JobData } from '../../base/db/job.ts'
import { messageReader } from '../../courts/read-on-thread.ts'
import type { LaterArrival } from '../../mail/origin.ts'
import { BrokenOffError } from '../../mail/why-not-examined.ts'
import { readWork } from './load-work.ts'
import { type PipelineDeps, readerOf, runStage } from './run.ts'
import type { SenderResult, Work } from './stage.ts'
import { authenticateStage } from './stages/authenticate.ts'

/** How long name servers may take, in milliseconds. */
export interface Patience {
  /** For one examination. */
  examinationMs: number
  /** Before what is left to examine goes to the end of the queue. */
  runMs: number
}

export const patience: Patience = { examinationMs: 5_000, runMs: 5_000 }
/** Until one is examined again about which the DNS didn't answer. */
export const dnsWaitMs = 30_000
const mostChecks = 5

export interface Examined {
  proving?: Proving
  settled: readonly Settled[]
}

/** An arrival that was examined, and as it waits to be examined again, if the DNS didn't answer. */
export interface Settled {
  arrival: LaterArrival
  next?: LaterArrival
}

export interface Proving {
  arrival: LaterArrival
  sender: SenderResult
}

/** Whether one waits for nothing more. */
export function isDue({ after = 0 }: LaterArrival): boolean {
  return after <= Date.now()
}

/** As one that isn't examined again. */
export function forgotten(arrival: LaterArrival): Settled {
  return { arrival }
}

/** Examines them in turn, as long as there is time, until one proves its sender. */
export async function examineArrivals(
  deps: PipelineDeps,
  { data: { firmId, id }, due, limits }: { data: JobData; due: readonly LaterArrival[]; limits: Patience },
): Promise<Examined> {
  const work = await readWork(deps.services, firmId, id)
  if (!work) return { settled: due.map(forgotten) }
  const hasty = withPatience(deps, limits.examinationMs)
  const end = performance.now() + limits.runMs
  const settled: Settled[] = []
  for (const arrival of due) {
    if (settled.length > 0 && performance.now() >= end) break
    const received = receivedAs(hasty, work, arrival)
    const outcome = await runStage(hasty, authenticateStage, { work: received, read: readerOf(hasty, received) })
    const sender = outcome.kind === 'done' ? (outcome.result as SenderResult) : undefined
    if (sender && isProof(sender)) return { proving: { arrival, sender }, settled: due.map(forgotten) }
    settled.push(outcome.kind === 'retry' ? triedAgain(arrival) : { arrival })
  }
  return { settled }
}

function triedAgain(arrival: LaterArrival): Settled {
  const tries = (arrival.tries ?? 0) + 1
  return { arrival, ...(tries < mostChecks && { next: { ...arrival, tries, after: Date.now() + dnsWaitMs } }) }
}

/** What is examined for longer goes on beside it, so that the next try finds the answers that came meanwhile. */
function withPatience(deps: PipelineDeps, mostMs: number): PipelineDeps {
  return {
    ...deps,
    stageDeps: (read) => {
      const stageDeps = deps.stageDeps(read)
      return { ...stageDeps, examine: (examination) => within(mostMs, stageDeps.examine(examination)) }
    },
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new BrokenOffError('the DNS takes too long to answer')), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function isProof({ trust, flag }: SenderResult): boolean {
  return trust !== 'unverified' && !flag
}

/** The item as if it had been received this way. */
export function receivedAs({ services }: PipelineDeps, work: Work, { file, via, origin }: LaterArrival): Work {
  const raw = () => services.blobs.get(file)
  const message = async () => messageReader.decode({ raw: await raw(), key: file })
  return { ...work, rawContent: file, via, origin, attempts: 0, results: {}, raw, message }
}
