import type { BodyOf, QueryOf } from '@courtcrier/contract/calls/call.ts'
import type { importRows, startImport } from '@courtcrier/contract/calls/imports.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { workbookType } from '@courtcrier/contract/import-types.ts'
import { findJsonExcess } from '@courtcrier/contract/json-excess.ts'
import { findRepeatedKey } from '@courtcrier/contract/repeated-key.ts'
import type { FastifyRequest } from 'fastify'
import type { Mapping } from '../../records/transfer/columns.ts'
import type { ImportMode } from '../../records/transfer/import-result.ts'

export interface ImportOptions {
  mode: ImportMode
  deletesMissing: boolean
  mapping: Mapping
}

type ImportQuery = QueryOf<ReturnType<typeof importRows>>

/** Returns the options of an import from a query. Throws `invalid_input` for an invalid mapping. */
export function readImportQuery(query: ImportQuery): ImportOptions {
  const { mode = 'dry_run', delete_missing: deletesMissing, mapping } = query
  return {
    mode,
    deletesMissing: deletesMissing === 'true',
    mapping: mapping === undefined ? {} : readMapping(mapping),
  }
}

/** Returns the name of an imported file, whose ending says how it is read; of one without, its content type does. */
export function fileNameOf(
  { file_name: name }: Pick<ImportQuery, 'file_name'>,
  { 'content-type': type = '' }: FastifyRequest['headers'],
): string {
  return name?.trim() || (type.trim().toLowerCase().startsWith(workbookType) ? 'import.xlsx' : 'import.csv')
}

/** Returns the options of an import from a body. */
export function readImportOptions({
  mode = 'dry_run',
  mapping = {},
  delete_missing: deletesMissing = false,
}: BodyOf<typeof startImport>): ImportOptions {
  return { mode, deletesMissing, mapping }
}

function readMapping(text: string): Mapping {
  const value = parseJson(text)
  if (!isMapping(value)) throw new ApiError('invalid_input', { problems: [{ field: 'mapping', code: 'not_map' }] })
  const key = findRepeatedKey(text)
  if (key !== undefined)
    throw new ApiError('invalid_input', { problems: [{ field: `mapping.${key}`, code: 'repeated', isAsSent: true }] })
  return value
}

function isMapping(value: unknown): value is Mapping {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((name) => name === null || typeof name === 'string')
  )
}

function parseJson(text: string): unknown {
  if (findJsonExcess(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller reports which parameter is wrong.
    return undefined
  }
}
