import type { FileToStore, Problem } from '@courtcrier/connectors/connector.ts'
import { mostTogetherOf } from '@courtcrier/connectors/registry.ts'
import { mostOfAgentCredential } from '@courtcrier/contract/calls/agent-work.ts'
import { BlobMissingError } from '@courtcrier/lib/blob-store.ts'
import { openTurns, shareOfSlow, type TurnLimits } from '@courtcrier/lib/turns.ts'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { backOff, backOffUpTo, maxAttempts } from '../../notices/back-off.ts'
import { releaseAfterCommit, releaseHeld } from '../../notices/release-held.ts'
import { lockItem, settleItem } from '../../notices/settle.ts'
import type { AgentPlace, TriedConnector } from '../../stores/agents/agent-connector.ts'
import { noteMade, remainingWait } from '../../stores/folder-delay.ts'
import { isPaused, probeMs } from '../../stores/health.ts'
import { lostProperties } from '../../stores/plan-properties.ts'
import { openHolding } from '../lease.ts'
import { type Kind, type Performed, unlessRace } from '../run.ts'
import { stopCopy } from '../stop-with-item.ts'
import { type ClaimedCopy, claimCopy, type PlacedCopy } from './claim-copy.ts'
import { choiceOf, claimPath, isPathTaken, mostConflicts } from './copy-path.ts'
import { type CopyRow, placeOf } from './copy-row.ts'
import { propertiesOf } from './document-properties.ts'
import { makeIfDue } from './notice-file.ts'
import { type Note, recordCopy } from './record-copy.ts'
import { type CopyResult, type CopyWait, openPauses, type UnlessPaused, whyPaused } from './unless-paused.ts'
import { withoutPath } from './without-path.ts'

/**
 * Saves documents to the firm's DMS. A crash at any point still results in one file, because its path is claimed before
 * it is written.
 */
export function copyKind(services: Services): Kind<ClaimedCopy, Note> {
  const { database, metrics, jobs, config } = services
  const holding = openHolding(services, { table: 'document_copies', status: 'started' })
  const unlessPaused = openPauses(services)
  return {
    queue: 'copy',
    rows: { table: 'document_copies', statuses: ['new', 'started', 'delayed'] },
    concurrency: copyConcurrency,
    mostOfFirm: copyTurns.mostOfFirm,
    takeEveryMs: togetherMs,
    on: services,
    sharingEnds: { gatherManyMs: togetherMs },
    leavesToOthers: holding.leavesToOthers,
    claim: (trx, key) => claimCopy(trx, jobs, { ...key, ...holding.amongOthers() }),
    isRace: isPathTaken,
    inTurn: {
      turns: openTurns(copyTurns, database.outage),
      destination: ({ firmId, store }) => (store.agent ? agentLane(firmId, store.agent) : store.credentialId),
      mostTogether: ({ store }) => (store.agent ? mostOfAgentCredential : mostTogetherOf(store)),
      waiting: waitInTurn,
    },
    perform: (copy) => holding.during(copy, () => perform({ ...services, unlessPaused }, copy)),
    record: async (trx, copy, end) => {
      const { firmId, envelopeId } = copy
      // If two workers finish the last copies of a filing, the second sees the result of the first.
      await lockItem(trx, copy)
      const isWritten = await recordCopy(trx, copy, end)
      await settleItem(trx, copy)
      const isStopped = isWritten && end.status === 'waiting' && (await stopCopy(trx, copy))
      if (copy.isAwaited) await releaseHeld(trx, jobs, { firmId, envelopeIds: [envelopeId] })
      return isWritten && !isStopped
    },
    nextTry: backOffUpTo(maxAttempts, config),
    onEnd: async (copy, { status }) => {
      metrics.copies.inc({ status: copyStatus[status] })
      if (copy.isAwaited) await releaseAfterCommit(services, copy)
    },
  }
}

type CopyServices = Services & { unlessPaused: UnlessPaused }

async function perform(services: CopyServices, copy: ClaimedCopy): Promise<Performed<Note>> {
  return performedBy(copy, 'problem' in copy ? copy : await write(services, copy))
}

/** Each waits for a service most of the time, which takes a few hundred milliseconds for each of several answers. */
export const copyConcurrency = 144
/** A DMS that responds gets as many as it can use; those that hang, and one firm's, leave as many for the others. */
export const copyTurns: TurnLimits = {
  ...{ mostTogether: 24, mostOfFirm: 108, mostOfSlow: 4 },
  ...shareOfSlow(copyConcurrency),
}
/**
 * In milliseconds: while there are many, copies are begun and recorded so often, together. The service takes longer than
 * that for each, and a transaction for ten costs little more than one for three.
 */
const togetherMs = 150

function waitInTurn({ store }: CopyRow, isSlow: boolean): { later: string; note: Note } {
  const paused = whyPaused(store)
  if (paused !== undefined) return { later: paused, note: { waitsFor: 'answer' } }
  const later = isSlow ? `The DMS "${store.name}" takes long to answer, so its copies wait.` : waitsForTurn
  return { later, note: { waitsFor: 'retry' } }
}

const waitsForTurn = 'Waiting for its turn: other copies are being saved first.'

/** As labeled in metrics. */
const copyStatus = { done: 'succeeded', waiting: 'delayed', failed: 'failed' } as const

/** Copies share the turns of the DMS that the agent saves them to, whichever credentials here name it. */
function agentLane(firmId: number, { name, credential }: AgentPlace): string {
  return JSON.stringify([firmId, name.toLowerCase(), credential])
}

/** Until a copy that couldn't be tried, or for which a DMS was too busy, is tried again, if nothing else was said. */
const untriedMs = 5000
const throttledMs = 60_000
/** While something is missing in the DMS, a copy is tried this often, for so many days. */
const missingMs = 60 * 60_000
const missingDays = 3
/** Blobs up to this size, in bytes, are read into memory. */
const smallBlob = 1_000_000

function performedBy(copy: ClaimedCopy, result: CopyResult): Performed<Note> {
  if ('wasThere' in result) {
    const stored = result.wasThere ? `Already in the DMS: ${result.path}` : `Saved as ${result.path}`
    const remark = result.remark ?? lostProperties(copy.store, copy.policy)
    const sentence = remark === undefined ? stored : `${stored}. ${remark}`
    return { done: sentence, note: { path: result.path, link: result.link ?? null } }
  }
  const { sentence } = result
  if ('waitMs' in result) return { later: sentence, waitMs: result.waitMs, note: { waitsFor: result.waitsFor } }
  // Someone has to fix the credential; copies that wait for that are never given up.
  if (result.problem === 'auth') {
    const refused = result.isUntried ? {} : { refused: withoutPath(sentence, pathOf(copy)) }
    return { later: sentence, waitMs: backOff(1, probeMs), note: { waitsFor: 'credential', ...refused } }
  }
  // A DMS that has enough says nothing against the document, however often: a large import takes hours.
  if (result.isUntried || result.problem === 'throttled') {
    const usual = result.isUntried ? untriedMs : throttledMs
    return { later: sentence, waitMs: result.retryAfterMs ?? usual, note: { waitsFor: 'retry' } }
  }
  if (result.problem === 'missing') return whileMissing(copy, sentence)
  if (result.problem === 'rejected') return { failed: sentence, note: {} }
  return { retry: sentence, retryAfterMs: result.retryAfterMs, note: { waitsFor: 'retry' } }
}

function pathOf(copy: ClaimedCopy): string {
  return 'at' in copy ? copy.at : (copy.path ?? '')
}

/** People create it, often days later: only the first attempt counts, after which recipients are notified. */
function whileMissing({ attempts, missingSince }: CopyRow, missing: string): Performed<Note> {
  if (missingSince && Date.now() - missingSince.getTime() > missingDays * 24 * missingMs)
    return { failed: `${missing} Gave up after ${missingDays} days.`, note: { missing } }
  const sentence = `${missing} The copy is tried again every hour for ${missingDays} days.`
  const wait = { note: { waitsFor: 'missing', missing } } as const
  const waitMs = backOff(1, missingMs)
  return attempts === 1 ? { ...wait, retry: sentence, retryAfterMs: waitMs } : { ...wait, later: sentence, waitMs }
}

async function write(services: CopyServices, row: PlacedCopy): Promise<CopyResult> {
  try {
    if (isPaused(row.store)) return { problem: 'auth', sentence: waitsForRepair, isUntried: true }
    const connector = await services.stores.open(row.store)
    if ('problem' in connector) return connector
    return await services.unlessPaused(row.store, async () => {
      const file = await fileOf(services, await makeIfDue(services, row))
      return putSomewhere(services, { connector, row, file })
    })
  } catch (error) {
    return unexpected(services, row, error)
  }
}

const waitsForRepair = 'The DMS rejects the credential. The copy is saved as soon as the credential works again.'

/** Saves the file under the claimed path, or under the next free one if a file that isn't ours has the name. */
async function putSomewhere(
  services: Services,
  { connector, row, file }: { connector: TriedConnector; row: PlacedCopy; file: Omit<FileToStore, 'path'> },
): Promise<CopyResult> {
  const { firmId, id: copyId, place } = row
  let path = row.at
  for (let conflicts = 0; ; conflicts++) {
    const waiting = await readyFolder(services, { connector, row, path })
    if (waiting) return waiting
    const result = await connector.put({ ...file, path })
    if ('wasThere' in result) return { ...result, path, link: result.link ?? connector.link(path) }
    if (result.problem !== 'conflict' || conflicts === mostConflicts) return result
    const from = choiceOf(place, path) + 1
    path = await takeNext(services, { firmId, copyId, place, where: placeOf(row.store), from })
  }
}

async function takeNext({ database }: Services, claim: Parameters<typeof claimPath>[1]): Promise<string> {
  const take = () => withFirmAtWork(database, claim.firmId, (trx) => claimPath(trx, claim))
  return (await unlessRace(isPathTaken, take)).path
}

/** Makes sure that the folder exists. Returns a problem, or a wait if a new folder can't be used yet. */
async function readyFolder(
  services: Services,
  { connector, row: { store }, path }: { connector: TriedConnector; row: CopyRow; path: string },
): Promise<Problem | CopyWait | undefined> {
  const { firmId, folderDelay, mayMakeFolders } = store
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  const ready = await connector.ensureFolder(folder, { mayMake: mayMakeFolders })
  if ('problem' in ready) return ready
  if (folderDelay === 0 || folder === '') return undefined
  const key = { firmId, place: placeOf(store), path: folder }
  const waitMs = await withFirmAtWork(services.database, firmId, async (trx) => {
    if (ready.made) await noteMade(trx, key)
    return remainingWait(trx, key, folderDelay)
  })
  return waitMs > 0
    ? { waitMs, waitsFor: 'folder', sentence: `The folder "${folder}" was created and will be available shortly.` }
    : undefined
}

async function fileOf({ blobs }: Services, row: CopyRow): Promise<Omit<FileToStore, 'path'>> {
  const found = await blobs.stat(row.fileId)
  if (!found) throw new BlobMissingError(`There is no blob ${row.fileId}.`)
  const small = found.size <= smallBlob ? await blobs.get(row.fileId) : undefined
  return {
    idempotencyKey: row.idempotencyKey,
    attempt: row.attempts,
    sha256: row.fileId,
    size: found.size,
    open: () => (small ? [small] : blobs.stream(row.fileId)),
    properties: propertiesOf(row.policy, row.context),
    timeZone: row.timeZone,
  }
}

/** Anything else may be fixed, so it is logged and retried, as if the disk were full. */
function unexpected({ log, metrics }: Services, row: CopyRow, error: unknown): Problem {
  log.error({ err: error, copyId: row.id }, 'a copy could not be saved to the DMS')
  metrics.jobErrors.inc()
  const sentence =
    error instanceof BlobMissingError
      ? "The document is missing from this server's storage."
      : "It couldn't be saved because of an unexpected error. This server's log has the details."
  return { problem: 'transient', sentence }
}
