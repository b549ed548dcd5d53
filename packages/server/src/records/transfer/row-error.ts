import type { Field } from '@courtcrier/contract/fields/field.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'

/** A problem with one row, as a person needs it to correct the row. */
export interface RowError {
  /** As a spreadsheet counts: the header is row 1. */
  row: number
  /** The column's header; empty if it is about the whole row. */
  column: string
  found: string
  /** How many cells the row has, if that is what is wrong with it. */
  cells?: number
  /** The problem with a cell; the console has it in other languages. */
  code?: string
  expected: string
  /** How to fix it. */
  fix: string
}

const longestFound = 200

/** The error for a problem the validator or the database has with a cell. */
export function cellError(
  row: number,
  { header, field, found, code }: { header: string; field: Field | undefined; found: string; code: string },
): RowError {
  const isSecret = field?.kind === 'secret'
  return {
    row,
    column: header,
    found: isSecret ? '' : found.length > longestFound ? `${found.slice(0, longestFound - 1).toWellFormed()}…` : found,
    code,
    expected: describeProblem(code),
    fix: fixOf(code.split(':')[0] ?? '', field),
  }
}

/** An error for the row as a whole. */
export function rowError(
  row: number,
  { found = '', ...error }: Pick<RowError, 'cells' | 'expected' | 'fix'> & { found?: string },
): RowError {
  return { row, column: '', found, ...error }
}

function fixOf(code: string, field: Field | undefined): string {
  const fixed = fixes[code]
  if (fixed !== undefined) return fixed
  if (code === 'not_choice' || code === 'not_boolean') return 'Enter exactly one of these values.'
  if (code === 'not_reference') {
    const target = findResource(field?.resource ?? '')?.label
    return `Create the ${target?.[0].toLowerCase() ?? 'record'} first, or enter the name, number or ID of an existing one.`
  }
  return 'Correct the cell.'
}

const fixes: Readonly<Record<string, string>> = {
  required: 'Fill in the cell.',
  required_items: 'Fill in the cell; separate several values with semicolons.',
  too_long: 'Shorten the text.',
  not_unique: 'Enter a unique value, or the ID of the record to change.',
  read_only_field: 'Leave the column out, or leave the cell as it was exported.',
  forbidden_field: 'Leave the column out, or have someone whose role can change this field import it.',
  control_characters: 'Remove the line breaks or invisible characters from the cell.',
  duplicate_item: 'Remove one of the two.',
  ambiguous_reference: 'Enter its number or ID instead, which is unique.',
}
