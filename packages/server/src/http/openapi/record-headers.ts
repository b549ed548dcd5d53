import type { Resource } from '@courtcrier/contract/resource.ts'
import { secretsHeader } from '@courtcrier/contract/secrets.ts'
import { textSchema } from './operation.ts'

/** The headers of answers with a record, and of requests that change one. */
export const version = { etag: 'The version of the record and of the answer, for if-match and if-none-match' }
export const undo = { 'x-undo-id': 'ID for undoing the change with POST /undo/{id}, if it can be undone' }

/** The secrets of a record are never answered, only which of them are set. */
export function secrets({ fields }: Resource): Readonly<Record<string, string>> {
  const hasSecrets = Object.values(fields).some(({ kind }) => kind === 'secret')
  return hasSecrets ? { [secretsHeader]: 'Names of the secrets that are set, separated by commas' } : {}
}

export const ifMatch = {
  schema: textSchema,
  description: 'The etag or the updated_at of the record as read, in quotation marks; 412 if it has changed since',
}
