import type { Field } from '@courtcrier/contract/fields/field.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'

/** Something wrong with one row, as a person needs it to put it right. */
export interface RowError {
  /** As a spreadsheet counts: the header is row 1. */
  row: number
  /** Its header; empty when it is about the whole row. */
  column: string
  found: string
  expected: string
  /** How to fix it. */
  fix: string
}

const longestFound = 200

/** The error of a problem that the validator or the database has with a cell. */
export function cellError(
  row: number,
  { header, field, found, code }: { header: string; field: Field | undefined; found: string; code: string },
): RowError {
  const isSecret = field?.kind === 'secret'
  return {
    row,
    column: header,
    found: isSecret ? '' : found.length > longestFound ? `${found.slice(0, longestFound - 1).toWellFormed()}…` : found,
    expected: describeProblem(code),
    fix: fixOf(code.split(':')[0] ?? '', field),
  }
}

/** An error of the row as a whole. */
export function rowError(
  row: number,
  { expected, fix, found = '' }: { expected: string; fix: string; found?: string },
) {
  return { row, column: '', found, expected, fix }
}

function fixOf(code: string, field: Field | undefined): string {
  const fixed = fixes[code]
  if (fixed !== undefined) return fixed
  if (code === 'not_choice' || code === 'not_boolean') return 'Write one of these values exactly so.'
  if (code === 'not_reference') {
    const target = findResource(field?.resource ?? '')?.label
    return `Create the ${target?.[0].toLowerCase() ?? 'record'} first, or write the name, number or id of one that exists.`
  }
  return 'Correct the cell.'
}

const fixes: Readonly<Record<string, string>> = {
  required: 'Fill the cell in.',
  required_items: 'Fill the cell in; several values are separated by semicolons.',
  too_long: 'Shorten the text.',
  not_unique: 'Give the row a value of its own, or the id of the record it is to change.',
  read_only_field: 'Leave the column out, or leave the cell as it was exported.',
  forbidden_field: 'Leave the column out, or let somebody import it whose role may change this field.',
  control_characters: 'Remove the line breaks or invisible characters from the cell.',
  duplicate_item: 'Remove one of the two.',
  ambiguous_reference: 'Write its number or id instead, which only one record has.',
}
