/** A file couldn't be stored. The mail server answers 4xx for either kind, so that the sender retries. */
export class StorageError extends Error {
  override name = 'StorageError'
}

/** No room is left: disk full, quota reached, or a file size limit of the process. */
export class StorageFullError extends StorageError {
  override name = 'StorageFullError'
}

/** The folder is missing, read-only, not ours, or the disk fails. */
export class StorageUnwritableError extends StorageError {
  override name = 'StorageUnwritableError'
}

/** The typed error for a failed write, with the failure as its cause; other failures are returned unchanged. */
export function storageError(error: unknown, folder: string): unknown {
  const code = errorCode(error)
  if (code === undefined || error instanceof StorageError) return error
  if (isStorageFull(error))
    return new StorageFullError(`There is no room left to write in ${folder}.`, { cause: error })
  if (unwritableCodes.has(code)) {
    return new StorageUnwritableError(`${folder} can't be written (${code}).`, { cause: error })
  }
  return error
}

/** The error of a file that couldn't be stored, if there is one among the causes. */
export function findStorageError(error: unknown): StorageError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++)
    if (at instanceof StorageError) return at
  return undefined
}

/** Whether a system error says that no room is left. */
export function isStorageFull(error: unknown): boolean {
  return fullCodes.has(errorCode(error) ?? '')
}

/** The system error code (`ENOENT`), if the error has one. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** EFBIG is what `ulimit -f` and some network file systems answer in place of ENOSPC. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const unwritableCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EIO', 'ESTALE', 'ENXIO'])
