import { ApiError } from '@courtcrier/contract/errors.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { Trx } from '../../base/db/database.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import { dictionaryOf } from '../../records/dictionary.ts'
import { findColumns } from '../../records/transfer/columns.ts'
import { ImportFileError } from '../../records/transfer/import-file-error.ts'
import { type ImportRunRow, startRun } from '../../records/transfer/import-run-row.ts'
import type { Importer } from '../../records/transfer/import-token.ts'
import { rememberMapping } from '../../records/transfer/suggest-mapping.ts'
import type { ImportOptions } from './import-options.ts'
import { recordTransfer } from './transfer-events.ts'

/** Queues an import of a saved file, and remembers its mapping for the next file with this header. */
export async function startImport(
  jobs: JobQueue,
  trx: Trx,
  { importer, run, options }: { importer: Importer; run: ImportRunRow; options: ImportOptions },
): Promise<void> {
  const { firmId, role, userId } = importer
  const { id, header, file } = run
  const { mapping } = options
  const resource = getResource(run.entity)
  if (file === null)
    throw new ApiError('wrong_state', { sentence: 'The file of this import is no longer saved. Upload it again.' })
  refuseColumns(resource, header, { mapping, role, dictionary: await dictionaryOf(trx, firmId) })
  if (!(await startRun(trx, { firmId, id, userId, ...options })))
    throw new ApiError('wrong_state', { sentence: 'This import is already running or has ended.' })
  if (Object.keys(mapping).length > 0) await rememberMapping(trx, { firmId, resource, header, mapping })
  await recordTransfer(trx, { firmId, userId, entity: run.entity, fileName: run.fileName, action: 'import_started' })
  await jobs.enqueue(trx, 'import', [{ firmId, id }])
}

function refuseColumns(...columns: Parameters<typeof findColumns>): void {
  try {
    findColumns(...columns)
  } catch (cause) {
    throw fileRefusal(cause)
  }
}

/** Converts the error for an unusable file to a refusal; returns any other error unchanged. */
export function fileRefusal(cause: unknown): unknown {
  if (!(cause instanceof ImportFileError)) return cause
  return new ApiError('invalid_input', { sentence: cause.message, problems: cause.problems, cause })
}
