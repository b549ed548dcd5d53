import { subjectAccess } from '@courtcrier/contract/access.ts'
import { termInSentence } from '@courtcrier/contract/dictionary.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { importRun } from '@courtcrier/contract/resources/import-run.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { ClaimedJob } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import { recordEvent } from '../audit.ts'
import { dictionaryOf } from '../dictionary.ts'
import { findActing } from '../find-acting.ts'
import { noteHappening } from '../happenings/happenings.ts'
import { ImportFileError } from './import-file-error.ts'
import { importRefusal } from './import-refusal.ts'
import {
  endRun,
  findImportRun,
  type ImportAttempt,
  type ImportRunRow,
  noteRows,
  type RunStatus,
  runChange,
} from './import-run-row.ts'
import { programRole } from './import-token.ts'
import { keptHere } from './imports-here.ts'
import { runImport } from './run-import.ts'
import { CalledOff, claim, mostStarts, type Progress, runWatched } from './watched.ts'

type JobServices = Pick<Services, 'database' | 'secrets' | 'blobs' | 'log' | 'jobs'>

interface Key {
  firmId: number
  id: string
}

const importFailed = 'Something unexpected went wrong, and nothing was imported. Try again later.'

/** Runs an import whose file is already saved. One interrupted by a restart starts over: nothing of it was written. */
export async function runImportJob(services: JobServices, { data: { firmId, id } }: ClaimedJob): Promise<void> {
  const key = { firmId, id }
  const run = await withFirm(services.database, firmId, (trx) => begin(trx, key))
  if (!run) return
  if (run.attempts > mostStarts) return end(services, key, { run, status: 'failed', reason: importFailed })
  try {
    await work(services, key, run)
  } catch (error) {
    if (error instanceof CalledOff && error.by === 'begun again') return
    if (error instanceof CalledOff && error.by === 'stopping') return queueAgain(services, attemptOf(key, run))
    if (error instanceof CalledOff) return end(services, key, { run, status: 'canceled' })
    const isKnown = error instanceof ImportFileError || (error instanceof ApiError && error.code !== 'internal')
    if (isKnown) return end(services, key, { run, status: 'stopped', reason: error.message })
    services.log.error({ err: error, id }, 'an import failed')
    await end(services, key, { run, status: 'failed', reason: importFailed })
  }
}

async function begin(trx: Trx, { firmId, id }: Key): Promise<ImportRunRow | undefined> {
  const claimed = await claim(trx, { table: 'import_runs', firmId, id, columns: sql`id` })
  if (!claimed) return undefined
  await sql`update import_jobs set attempts = attempts + 1, begun = greatest(begun, attempts) + 1
    where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  return findImportRun(trx, { firmId, id })
}

function attemptOf(key: Key, { mode, begun }: ImportRunRow): ImportAttempt {
  return { ...key, mode, begun }
}

async function work(services: JobServices, { firmId, id }: Key, run: ImportRunRow): Promise<void> {
  const { file, userId } = run
  if (file === null) throw new Error(`the import ${id} has no file`)
  const resource = getResource(run.entity)
  const acting = userId
    ? await withFirm(services.database, firmId, (trx) => findActing(trx, { firmId, userId }))
    : { role: programRole, timekeeperId: undefined }
  if (!acting || subjectAccess(resource.subject, acting.role) !== 'FULL') throw new ApiError('forbidden')
  const attempt = attemptOf({ firmId, id }, run)
  const watched = {
    ...{ owner: { firmId, userId: userId ?? undefined }, id, change: runChange({ firmId, id }) },
    note: (trx: Trx, { done }: Progress) => noteRows(trx, attempt, done),
    refusal: (trx: Trx) => importRefusal(trx, { firmId, ...acting, userId: userId ?? undefined }),
  }
  await keptHere(firmId, run, () =>
    runWatched(services, watched, (signal, onRows) =>
      runImport(
        services,
        { name: run.fileName, open: () => services.blobs.stream(file) },
        {
          ...{ id, attempt, resource, firmId, ...acting, userId: userId ?? undefined },
          ...{ mode: run.mode, mapping: run.mapping, deletesMissing: run.deletesMissing },
          watch: { signal, onRows: (done) => onRows(done, run.total) },
        },
      ),
    ),
  )
}

async function end(
  { database }: JobServices,
  key: Key,
  { run, status, reason }: { run: ImportRunRow; status: RunStatus; reason?: string },
): Promise<void> {
  await withFirm(database, key.firmId, async (trx) => {
    const isEnded = await endRun(trx, attemptOf(key, run), { status, ...(reason === undefined ? {} : { reason }) })
    if (!isEnded) return
    if (run.mode === 'dry_run' || status === 'canceled') return
    noteHappening(trx, key.firmId, { event: 'import.finished', ids: [key.id] })
    const many = termInSentence(getResource(run.entity), 'many', await dictionaryOf(trx, key.firmId))
    await recordEvent(trx, {
      firmId: key.firmId,
      level: 'ERROR',
      type: 'import error',
      sentence: `An import of ${many} ended without a result. ${reason ?? ''}`.trim(),
      ...(run.userId ? { userId: run.userId } : {}),
      entity: importRun.name,
      entityId: key.id,
    })
  })
}

async function queueAgain({ database, jobs }: JobServices, attempt: ImportAttempt): Promise<void> {
  const { firmId, id } = attempt
  await withFirm(database, firmId, async (trx) => {
    if (!(await endRun(trx, attempt, { status: 'waiting' }))) return
    await sql`update import_jobs set attempts = attempts - 1
      where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
    await jobs.enqueue(trx, 'import', [{ firmId, id }])
  })
}
