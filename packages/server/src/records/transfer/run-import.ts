import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { newId } from '../../base/db/ids.ts'
import type { Services } from '../../base/services.ts'
import { dictionaryOf } from '../dictionary.ts'
import { type UndoJournal, undoable } from '../undo/journal.ts'
import type { Writer } from '../write/change.ts'
import { findColumns } from './columns.ts'
import type { ImportPlan } from './import-batch.ts'
import type { ImportRequest } from './import-request.ts'
import type { ImportResult } from './import-result.ts'
import { demandOwn, type ImportRun, importFileRows } from './import-rows.ts'
import { keepResult } from './keep-result.ts'
import { type ImportFile, openImportFile } from './read-file.ts'
import { collectRejected } from './rejected-rows.ts'
import { renewStatistics } from './renew-statistics.ts'
import { makeResolver } from './resolve-references.ts'
import { collectShown, type ShownRows } from './shown-rows.ts'

export type ImportServices = Pick<Services, 'database' | 'secrets' | 'blobs'>

/**
 * Imports a file in one transaction; a dry run does exactly the same and rolls it back. The result is saved either way.
 * Throws `ImportFileError` if the file can't be used at all.
 */
export async function runImport(
  services: ImportServices,
  file: ImportFile,
  request: ImportRequest,
): Promise<ImportResult> {
  const opened = await openImportFile(file)
  const { firmId, role, mapping = {} } = request
  const dictionary = await withFirm(services.database, firmId, (trx) => dictionaryOf(trx, firmId))
  const columns = findColumns(request.resource, opened.header, { mapping, role, dictionary })
  return runInTransaction(services, { opened, request, columns, fileName: file.name })
}

/** The result of one run through the file, with what is saved along with it. */
interface Imported {
  plan: ImportPlan
  shown: ShownRows['rows']
  result: ImportResult
}

/** Carries a result out of the transaction it rolls back. */
class TakenBack extends Error {
  readonly imported: Imported

  constructor(imported: Imported) {
    super('the import is taken back')
    this.imported = imported
  }
}

async function runInTransaction(services: ImportServices, run: ImportRun): Promise<ImportResult> {
  const { request } = run
  const { firmId, userId, mode, resource } = request
  // An import and its undo have the same ID.
  const id = request.id ?? newId()
  const keep = (trx: Trx, { plan, shown, result }: Imported) =>
    keepResult(trx, result, { plan, fileName: run.fileName, shown })
  try {
    const committed = await withFirmWrite(services.database, firmId, async (trx) => {
      const importWith = async (undo?: UndoJournal) => {
        const imported = await importOnce(services, trx, { run, id, undo })
        if (!imported.result.status.startsWith('committed')) throw new TakenBack(imported)
        return imported
      }
      // A journal isn't needed for what is rolled back at the end.
      if (mode === 'dry_run') return (await importWith()).result
      const { result: imported, undoId } = await undoable(
        trx,
        resource,
        { firmId, userId, kind: 'import', id },
        importWith,
      )
      await keep(trx, imported)
      return { ...imported.result, ...(undoId === undefined ? {} : { undoId }) }
    })
    await renewStatistics(services.database, resource, committed.counts)
    return committed
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
    await withFirmWrite(services.database, firmId, async (trx) => {
      await demandOwn(trx, request, { isLocking: true })
      await keep(trx, error.imported)
    })
    return error.imported.result
  }
}

/** Goes through the file from its start. Nothing is left of an earlier run, whose records don't exist. */
async function importOnce(
  services: ImportServices,
  trx: Trx,
  { run, id, undo }: { run: ImportRun; id: string; undo: UndoJournal | undefined },
): Promise<Imported> {
  const { opened, request, columns } = run
  const writer = writerOf(services, request)
  const plan: ImportPlan = {
    ...{ resource: request.resource, header: opened.header, columns },
    writer: { ...writer, undo },
    resolver: makeResolver(writer),
  }
  const rejected = collectRejected(services.blobs, opened.header)
  const shown = collectShown(request.resource, writer)
  try {
    const result = { id, ...(await importFileRows(trx, plan, { ...run, rejected, shown })) }
    return { plan, shown: shown.rows, result }
  } catch (error) {
    await rejected.abandon()
    throw error
  }
}

function writerOf({ secrets }: ImportServices, request: ImportRequest): Writer {
  const { firmId, role, userId, timekeeperId, key } = request
  return { firmId, role, box: secrets, userId, timekeeperId, key }
}
