import type { Role } from '@courtcrier/contract/access.ts'
import { type Dictionary, fieldTermOf } from '@courtcrier/contract/dictionary.ts'
import type { Field } from '@courtcrier/contract/fields/field.ts'
import { describeProblem, type Problem } from '@courtcrier/contract/messages.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { baseFields, fieldAccess, findField, labelOf, type Resource } from '@courtcrier/contract/resource.ts'
import { ImportFileError } from './import-file-error.ts'

/** A column of a file: its position, and the field its cells are values of. */
export interface Column {
  index: number
  /** As written in the file. */
  header: string
  key: string
  field: Field
}

/** Header of the column that says why a row was refused; ignored when the file is imported again. */
export const reasonHeader = 'Why not imported'

/** Which field a header stands for, by header; null leaves the column out. */
export type Mapping = Readonly<Record<string, string | null>>

/**
 * A file's columns by their headers: labels (also in the firm's terms) or snake_case names, ignoring case and spaces,
 * or as the mapping says. A column that is mapped to a field must be able to change it; one that only has its name, as
 * in an export, may repeat what is there. Throws `ImportFileError` naming columns that are unknown, duplicated, or not
 * allowed for this role.
 */
export function findColumns(
  resource: Resource,
  header: readonly string[],
  { mapping, role, dictionary = {} }: { mapping: Mapping; role: Role; dictionary?: Dictionary },
): readonly Column[] {
  const names = namesOf(resource, dictionary)
  const columns = header.flatMap((title, index): Column[] => {
    if (title === '' || title === reasonHeader) return []
    const wanted = Object.hasOwn(mapping, title) ? mapping[title] : title
    if (wanted === null || wanted === undefined) return []
    const key = names.get(plain(wanted))
    const field = key === undefined ? undefined : findField(resource, key)
    if (!key || !field) throw refusal(title, { field: wanted, code: 'unknown_field', isAsSent: true }, leaveOut)
    const isMapped = Object.hasOwn(mapping, title)
    if (isMapped && field.readOnly && key !== 'id')
      throw refusal(title, { field: key, code: 'read_only_field' }, mapElsewhere)
    const access = fieldAccess(resource, key, role)
    if (access === 'DENY' || (isMapped && access !== 'FULL' && key !== 'id'))
      throw refusal(title, { field: key, code: 'forbidden_field' }, isMapped ? mapElsewhere : leaveOut)
    return [{ index, header: title, key, field }]
  })
  for (const { key, header: title } of columns) {
    if (columns.filter((column) => column.key === key).length > 1)
      throw refusal(title, { field: key, code: 'duplicate_item' }, 'Keep one column for each field.')
  }
  if (columns.every(({ field }) => field.readOnly))
    throw new ImportFileError('No column of the file maps to a field that can be changed. Is the first row the header?')
  return columns
}

const mapElsewhere = 'Map it to another field, or leave it out.'
const leaveOut = 'Rename the column, map it to a field, or leave it out.'

/** The header of a field's column in an exported file: its label, unless another field has the same. */
export function headerOf(resource: Resource, key: string, dictionary: Dictionary): string {
  const label = fieldTermOf(resource, key, dictionary)
  return namesOf(resource, dictionary).get(plain(label)) === key ? label : snakeCase(key)
}

/** The fields a role may import, in their order. */
export function writableKeys(resource: Resource, role: Role): string[] {
  return Object.entries(resource.fields)
    .filter(([key, field]) => !field.readOnly && fieldAccess(resource, key, role) === 'FULL')
    .map(([key]) => key)
}

/** The field a header names, by its label or its name. */
export function fieldOfHeader(resource: Resource, title: string, dictionary: Dictionary): string | undefined {
  return namesOf(resource, dictionary).get(plain(title))
}

/**
 * Names take precedence over the product's labels, and these over the firm's; of two fields with one label, the first
 * wins.
 */
function namesOf(resource: Resource, dictionary: Dictionary): ReadonlyMap<string, string> {
  const keys = [...baseFields, ...Object.keys(resource.fields)]
  return new Map([
    ...keys.map((key) => [plain(fieldTermOf(resource, key, dictionary)), key] as const).toReversed(),
    ...keys.map((key) => [plain(labelOf(resource, key)), key] as const).toReversed(),
    ...keys.map((key) => [plain(key), key] as const),
  ])
}

/** `Case number`, `case_number` and `caseNumber` are the same. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function refusal(header: string, problem: Problem, fix: string): ImportFileError {
  return new ImportFileError(`Column "${header}": ${describeProblem(problem.code)} ${fix}`, [problem])
}
