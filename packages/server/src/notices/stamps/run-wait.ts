import type { Turns } from '@courtcrier/lib/turns.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import type { ClaimedJob, JobData } from '../../base/db/job.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import type { Services } from '../../base/services.ts'
import type { RetrieveDeps } from '../../retrieval/try-links.ts'
import { releaseAfterCommit } from '../release-held.ts'
import { askForStamped, hostToAsk, type StampedVersion } from './ask-for-stamped.ts'
import { endWait, releaseUnstamped, replaceDocuments } from './end-wait.ts'
import { planLook } from './start-wait.ts'
import { lockWait, readWait, type StampWait } from './wait-row.ts'

interface WaitDeps {
  services: Services
  retrieval: RetrieveDeps
  /** The turns of courts, so that one that hangs delays no other's stamps. */
  turns: Turns
}

/** At least this share of the time waited passes before the court is asked again. */
const shareBetween = 8

/**
 * Looks whether the court has stamped a filing's documents, which may be because a scan's stamp was read meanwhile, and
 * asks it again where links allow that. Then releases the recipients, or plans the next look. Its state is in the
 * database, so a crash at any point repeats a look and sends nothing twice.
 */
export async function runStampWait(deps: WaitDeps, { data }: ClaimedJob): Promise<void> {
  const { services, retrieval } = deps
  const { database, jobs, config } = services
  const wait = await withFirmAtWork(database, data.firmId, (trx) => readWait(trx, data))
  if (!wait) return
  const { versions, soonest = config.retrySeconds * 1000 } = await askInTurn(deps, wait)
  const envelopeId = await withFirmAtWork(database, data.firmId, (trx) =>
    continueWait(trx, jobs, { data, wait, versions, soonest }),
  )
  forget(retrieval, versions)
  if (envelopeId !== undefined) await releaseAfterCommit(services, { firmId: data.firmId, envelopeId })
}

interface Look {
  data: JobData
  /** The wait as it was when the look began. */
  wait: StampWait
  versions: readonly StampedVersion[]
  soonest: number
}

/**
 * Records what a look found, and ends the wait, releases the recipients or plans the next look. Returns the filing if its
 * wait ends.
 */
export async function continueWait(
  trx: Trx,
  jobs: JobQueue,
  { data, wait, versions, soonest }: Look,
): Promise<string | undefined> {
  const current = versions.length > 0 ? stillWanted(versions, { wait, now: await lockWait(trx, data) }) : []
  if (current.length > 0) await replaceDocuments(trx, data.firmId, current)
  // A scan's stamp may have been read since the look began: people aren't notified without it then.
  const now = await readWait(trx, data)
  if (!now) return undefined
  const isStamped = now.unstamped.length === 0
  if (isStamped || wait.isOver)
    return endWait(trx, jobs, { data, outcome: isStamped ? 'stamped' : 'unstamped', minutes: wait.minutes })
  if (wait.isReleaseDue) await releaseUnstamped(trx, jobs, data)
  await planLook(trx, jobs, { data, afterMs: nextLook(wait, soonest) })
  return undefined
}

/**
 * The versions of documents that are as they were when the look began. If this process stood still since, another one may
 * have replaced them, and a person may have uploaded a file instead.
 */
function stillWanted(
  versions: readonly StampedVersion[],
  { wait, now }: { wait: StampWait; now: StampWait | undefined },
): readonly StampedVersion[] {
  const fileOf = (of: StampWait | undefined, id: string) => of?.unstamped.find((each) => each.id === id)?.fileId
  return versions.filter(({ documentId: id }) => {
    const fileId = fileOf(now, id)
    return fileId !== undefined && fileId === fileOf(wait, id)
  })
}

/** Without a turn, no version is found before `soonest`, in milliseconds. */
async function askInTurn(
  { services, retrieval, turns }: WaitDeps,
  wait: StampWait,
): Promise<{ versions: readonly StampedVersion[]; soonest?: number }> {
  const host = wait.isOver ? undefined : hostToAsk(wait)
  if (host === undefined) return { versions: [] }
  const turn = turns.take(host, String(wait.firmId))
  if (!('end' in turn)) return { versions: [], soonest: turn.waitMs }
  try {
    return { versions: await askForStamped(services, retrieval, wait) }
  } finally {
    turn.end()
  }
}

/** Rarer the longer it takes, but in time for the release and the end. */
function nextLook({ waitedMs, releaseInMs, endsInMs, isReleaseDue }: StampWait, soonest: number): number {
  const usual = Math.max(soonest, waitedMs / shareBetween)
  const due = [endsInMs, ...(releaseInMs === null || isReleaseDue ? [] : [releaseInMs])].filter((ms) => ms > 0)
  return Math.ceil(Math.min(usual, ...due))
}

/** The answers are durable and recorded, so the journal needs them no more. */
function forget({ journal }: RetrieveDeps, versions: readonly StampedVersion[]): void {
  journal.forget(versions.flatMap(({ keys }) => keys))
}
