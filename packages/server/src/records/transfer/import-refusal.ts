import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Trx } from '../../base/db/database.ts'
import type { ImportRequest } from './import-request.ts'
import { stillMay } from './still-may.ts'

/** Returns why an import may not go on; undefined if it may. A program has its rights from the firm's token. */
export async function importRefusal(
  trx: Trx,
  { userId, ...begun }: Pick<ImportRequest, 'firmId' | 'userId' | 'role' | 'timekeeperId'>,
): Promise<ApiError | undefined> {
  if (userId === undefined || (await stillMay(trx, { ...begun, userId }))) return undefined
  return new ApiError('forbidden', { sentence: rightsChanged })
}

const rightsChanged = 'What you may do has changed since this import was started. Nothing was imported; start it again.'
