import { ApiError } from '@courtcrier/contract/errors.ts'
import type { QueryParameters } from '@courtcrier/contract/query.ts'
import type { Mapping } from '../import/columns.ts'
import { type ImportMode, importModes } from '../import/import-result.ts'

export interface ImportOptions {
  mode: ImportMode
  deletesMissing: boolean
  mapping: Mapping
}

/** The options of an import as the query of an address says them. */
export function readImportQuery({ mode, delete_missing, mapping, file_name }: QueryParameters): ImportOptions & {
  fileName: string
} {
  if (delete_missing !== undefined && !['true', 'false'].includes(delete_missing))
    throw wrong('delete_missing', 'not_boolean')
  const options = readImportOptions({
    mode,
    delete_missing: delete_missing === 'true',
    mapping: mapping === undefined ? undefined : (parseJson(mapping) ?? null),
  })
  return { ...options, fileName: file_name?.trim() || 'import.csv' }
}

/** The options as a body says them. */
export function readImportOptions(body: Readonly<Record<string, unknown>>): ImportOptions {
  const { mode = 'dry_run', delete_missing: deletesMissing = false, mapping = {}, ...others } = body
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw wrong(unknown, 'unknown_field')
  const known = importModes.find((name) => name === mode)
  if (!known) throw wrong('mode', `not_choice:${importModes.join(', ')}`)
  if (typeof deletesMissing !== 'boolean') throw wrong('delete_missing', 'not_boolean')
  if (!isMapping(mapping)) throw wrong('mapping', 'not_map')
  return { mode: known, deletesMissing, mapping }
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
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller is told which parameter is wrong.
    return undefined
  }
}

function wrong(field: string, code: string): ApiError {
  return new ApiError('invalid_input', { problems: [{ field, code }] })
}
