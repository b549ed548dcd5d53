import { inBatches } from '../base/db/batches.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirmAtWork } from '../base/db/firm-transaction.ts'
import type { ClaimedJob } from '../base/db/job.ts'
import { BlobMissingError } from '../base/lib/blob-store.ts'
import type { Services } from '../base/services.ts'
import { releaseHeld } from '../delivery/release-held.ts'
import type { Connector, FileToStore, Problem } from '../dms/connector.ts'
import { settleItems } from '../pipeline/settle.ts'
import { noteMade, remainingWait } from '../stores/folder-delay.ts'
import { isPaused } from '../stores/health.ts'
import { type CopyPlace, claimPath, claimPaths, copyPlace, isPathTaken, pathChoice } from './copy-path.ts'
import { type CopyResult, type EndedCopy, recordCopies, type Waiting } from './copy-result.ts'
import { type CopyRow, placeOf, startCopies } from './copy-row.ts'
import { printIfDue } from './printed-message.ts'
import { renderText } from './template.ts'

/**
 * Stores one copy: takes its path, writes it, records what came of it. The three are apart, so that nothing is
 * written inside a transaction and a crash at any moment leads to the same one file.
 */
export async function storeCopy(services: Services, job: ClaimedJob): Promise<void> {
  const { firmId } = job.data
  const copy = await begin(services, firmId, job.data)
  if (!copy) return
  const result = 'problem' in copy ? copy : await write(services, copy)
  const status = await end(services, firmId, { id: copy.row.id, copy: copy.row, result })
  services.metrics.copies.inc({ status })
}

const end = inBatches((services: Services, firmId, ended: readonly (EndedCopy & { id: string })[]) =>
  withFirmAtWork(services.database, firmId, async (trx) => {
    const statuses = await recordCopies(services, trx, { firmId, ended })
    await settleItems(
      trx,
      firmId,
      ended.map(({ copy }) => copy.itemId),
    )
    // After the items are locked: of two that end the last copies of one filing, the second sees the first.
    const awaited = ended.filter(({ copy }) => copy.isAwaited).map(({ copy }) => copy.envelopeId)
    if (awaited.length > 0) await releaseHeld(trx, services.jobs, { firmId, envelopeIds: awaited })
    return statuses
  }),
)

/** More files of one name than this in a folder are taken for a fault. */
const mostConflicts = 50
/** Blobs up to this size, in bytes, are read at once. */
const smallBlob = 1_000_000

interface ClaimedCopy {
  row: CopyRow
  place: CopyPlace
  path: string
}
type Unplaced = { row: CopyRow } & Problem

/** Takes copies up and their paths; undefined when there is nothing to do any more. */
const begin = inBatches(({ database }: Services, firmId, asked: readonly { id: string }[]) =>
  retryIfTaken(() =>
    withFirmAtWork(database, firmId, async (trx) => {
      const ids = asked.map(({ id }) => id)
      const begun = await claimAll(trx, firmId, await startCopies(trx, firmId, ids))
      return ids.map((id) => begun.get(id))
    }),
  ),
)

async function claimAll(
  trx: Trx,
  firmId: number,
  rows: readonly CopyRow[],
): Promise<ReadonlyMap<string, ClaimedCopy | Unplaced>> {
  const found = rows.map((row) => ({ row, ...copyPlace(row.policy, row) }))
  // An earlier try may have written under the path it claimed, so that one stays, whatever the policy says now.
  const copies = found.flatMap(({ row, ...rest }) =>
    'place' in rest && row.path === null ? [{ copyId: row.id, place: rest.place, where: placeOf(row.store) }] : [],
  )
  const paths = await claimPaths(trx, { firmId, copies })
  const begun = found.map((each): ClaimedCopy | Unplaced => {
    const { row } = each
    if ('problem' in each) return { row, problem: 'rejected', sentence: each.problem }
    const path = row.path ?? paths.get(row.id)
    if (path === undefined) throw new Error(`the copy ${row.id} has no path`)
    return { row, place: each.place, path }
  })
  return new Map(begun.map((copy) => [copy.row.id, copy]))
}

/** Two workers can take the same path at the same moment; the one that was later looks again. */
async function retryIfTaken<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!isPathTaken(error) || tries === 20) throw error
    }
  }
}

async function write(services: Services, copy: ClaimedCopy): Promise<CopyResult> {
  const { row } = copy
  try {
    if (isPaused(row.store)) return { problem: 'auth', sentence: waitsForRepair, isUntried: true }
    const connector = await services.stores.open(row.store)
    if ('problem' in connector) return connector
    const file = await fileOf(services, await printIfDue(services, row))
    return await putSomewhere(services, { connector, copy, file })
  } catch (error) {
    return unexpected(services, row, error)
  }
}

const waitsForRepair = 'The DMS credential is refused at the moment. It is stored when that is repaired.'

/** Puts the file under the claimed path, or under the next free one when a file that isn't ours has the name. */
async function putSomewhere(
  services: Services,
  { connector, copy, file }: { connector: Connector; copy: ClaimedCopy; file: Omit<FileToStore, 'path'> },
): Promise<CopyResult> {
  const { row, place } = copy
  let { path } = copy
  for (let conflicts = 0; ; conflicts++) {
    const waiting = await readyFolder(services, { connector, row, path })
    if (waiting) return waiting
    const result = await connector.put({ ...file, path })
    if ('wasThere' in result) return { ...result, path, link: connector.link(path) }
    if (result.problem !== 'conflict' || conflicts === mostConflicts) return result
    const from = choiceOf(place, path) + 1
    const { firmId, id: copyId } = row
    const claim = await retryIfTaken(() =>
      withFirmAtWork(services.database, firmId, (trx) =>
        claimPath(trx, { firmId, copyId, place, where: placeOf(row.store), from }),
      ),
    )
    path = claim.path
  }
}

/** Makes sure of the folder; a problem, or a wait where one that was just made cannot be used yet. */
async function readyFolder(
  services: Services,
  { connector, row: { store }, path }: { connector: Connector; row: CopyRow; path: string },
): Promise<Problem | Waiting | undefined> {
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
  return waitMs > 0 ? { waitMs, sentence: `The folder "${folder}" was made and can be used in a while.` } : undefined
}

/** Which choice of name a path was; 0 when it was made by templates that have changed since. */
function choiceOf(place: CopyPlace, path: string): number {
  for (let choice = 1; choice <= 2 * mostConflicts; choice++) if (pathChoice(place, choice) === path) return choice
  return 0
}

async function fileOf({ blobs }: Services, row: CopyRow): Promise<Omit<FileToStore, 'path'>> {
  const found = await blobs.stat(row.fileId)
  if (!found) throw new BlobMissingError(`There is no blob ${row.fileId}.`)
  const small = found.size <= smallBlob ? await blobs.get(row.fileId) : undefined
  return {
    idempotencyKey: `${row.firmId}:${row.copyKey}`,
    attempt: row.attempts,
    sha256: row.fileId,
    size: found.size,
    open: () => (small ? [small] : blobs.stream(row.fileId)),
    properties: propertiesOf(row),
  }
}

function propertiesOf({ policy, context }: CopyRow): Record<string, string> {
  const entries = Object.entries(policy.documentProperties).map(([name, template]) => {
    const rendered = renderText(template, context)
    return [name, 'text' in rendered ? rendered.text : '']
  })
  return Object.fromEntries(entries)
}

/** Whatever else goes wrong may be mended, so it is tried again like a disk that is full; and it is logged. */
function unexpected({ log, metrics }: Services, row: CopyRow, error: unknown): Problem {
  log.error({ err: error, copyId: row.id }, 'a copy could not be stored')
  metrics.jobErrors.inc()
  const sentence =
    error instanceof BlobMissingError
      ? 'The document is missing from the store of this server.'
      : 'Something unexpected kept it from being stored; the log of this server says what.'
  return { problem: 'transient', sentence }
}
