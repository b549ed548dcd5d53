import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { counted } from '@courtcrier/lib/counted.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import type { Writer } from '../write/change.ts'
import { restore } from './cells.ts'
import type { Column } from './columns.ts'
import type { CsvRow } from './csv-parser.ts'
import { keyOf, keyText, type Match, matchRows, type RowKey } from './match-rows.ts'
import { type Resolution, type Resolver, referenceTexts, targetOf } from './resolve-references.ts'
import { cellError, type RowError, rowError } from './row-error.ts'
import { findSeen } from './seen-rows.ts'
import { columnName } from './sheet-extent.ts'

/** The context of an import from its first row to its last. */
export interface ImportPlan {
  resource: Resource
  writer: Writer
  header: readonly string[]
  columns: readonly Column[]
  resolver: Resolver
}

/** A row that can be written. */
export interface ReadyRow {
  row: CsvRow
  id: string
  /** The record it is about, if there is one. */
  current: AnyRow | undefined
  input: AnyRow
}

export interface RefusedRow {
  row: CsvRow
  errors: RowError[]
}

/** Determines what each row is about and what it would change. Writes nothing. */
export async function prepareRows(
  trx: Trx,
  plan: ImportPlan,
  rows: readonly CsvRow[],
): Promise<{ ready: ReadyRow[]; refused: RefusedRow[] }> {
  const drafts = rows.map((row) => draftOf(plan, row))
  await resolveDrafts(trx, plan, drafts)
  const keys = drafts.map((draft) => (draft.errors.length > 0 ? undefined : keyOf(plan.resource, draft.values)))
  const matches = await matchRows(trx, plan.resource, { scope: plan.writer, keys })
  const seen = await findSeen(
    trx,
    matches.flatMap((match) => (typeof match === 'object' ? [String(match.current.id)] : [])),
  )
  const ready: ReadyRow[] = []
  const refused: RefusedRow[] = []
  const firstRows = new Map<string, number>()
  for (const [index, draft] of drafts.entries()) {
    const match = matches[index] ?? 'new'
    const text = sameRecordText(keys[index], match)
    const earlier = text === undefined ? undefined : firstRows.get(text)
    if (text !== undefined && earlier === undefined) firstRows.set(text, draft.row.number)
    const result = judge(plan, draft, { match, earlier, seen })
    if ('errors' in result) refused.push(result)
    else ready.push(result)
  }
  return { ready, refused }
}

/** A row being read: the values in its cells, and its problems so far. */
interface Draft {
  row: CsvRow
  values: AnyRow
  errors: RowError[]
}

/** A text that is equal for rows that lead to one record, whatever they name it by, or would make the same new one. */
function sameRecordText(key: RowKey, match: Match): string | undefined {
  return typeof match === 'object' ? `record ${match.current.id}` : keyText(key)
}

function draftOf({ header, columns }: ImportPlan, row: CsvRow): Draft {
  const errors = shapeErrors(header, row)
  const values: AnyRow = {}
  for (const { index, key, field } of columns) {
    const cell = row.cells[index]
    // Excel leaves out empty cells at the end of a row; they mean nothing.
    if (cell === undefined) continue
    const text = restore(cell)
    values[key] = text.trim() === '' ? null : kindOf(field).fromCsv(text)
  }
  return { row, values, errors }
}

/** What of a row belongs to no column, or is missing: nothing is left out in silence. */
function shapeErrors(header: readonly string[], { number, cells, isCutOff }: CsvRow): RowError[] {
  const isFilled = (cell: string) => cell.trim() !== ''
  const isTorn = isCutOff && cells.length < header.length
  if (isTorn || cells.slice(header.length).some(isFilled)) {
    const fix = isTorn
      ? 'The file ends within this row; export it again.'
      : 'Put cells that contain commas in quotation marks.'
    const expected = `${counted(header.length, 'cell')}, like the header.`
    return [rowError(number, { found: counted(cells.length, 'cell'), cells: cells.length, expected, fix })]
  }
  const nameless = cells.findIndex((cell, at) => header[at] === '' && isFilled(cell))
  if (nameless < 0) return []
  const expected = `No value in column ${columnName(nameless + 1)}, which has no name in the first row.`
  const fix = 'Name the column in the first row, or empty its cells.'
  return [rowError(number, { found: (cells[nameless] ?? '').slice(0, 200).toWellFormed(), expected, fix })]
}

/** Replaces names with IDs, for all rows at once. */
async function resolveDrafts(trx: Trx, { columns, resolver }: ImportPlan, drafts: readonly Draft[]): Promise<void> {
  for (const { key, field, header } of columns) {
    const target = key === 'id' ? undefined : targetOf(field)
    if (!target) continue
    const texts = new Set(drafts.flatMap(({ values }) => referenceTexts(values, key)))
    if (texts.size === 0) continue
    const resolved = await resolver.resolve(trx, target, texts)
    for (const draft of drafts) nameById(draft, { key, field, header }, resolved)
  }
}

function nameById(
  { row, values, errors }: Draft,
  { key, field, header }: Omit<Column, 'index'>,
  resolved: ReadonlyMap<string, Resolution>,
): void {
  if (isEmptyValue(values[key])) return
  const ids = referenceTexts(values, key).flatMap((text) => {
    const resolution = resolved.get(text) ?? 'none'
    if (typeof resolution === 'object') return [resolution.id]
    const code = resolution === 'none' ? 'not_reference' : 'ambiguous_reference'
    errors.push(cellError(row.number, { header, field, found: text, code }))
    return []
  })
  values[key] = field.kind === 'referenceList' ? ids : ids[0]
}

function judge(
  plan: ImportPlan,
  draft: Draft,
  { match, earlier, seen }: { match: Match; earlier: number | undefined; seen: ReadonlySet<string> },
): ReadyRow | RefusedRow {
  const { row, errors } = draft
  if (errors.length > 0) return { row, errors }
  if (match === 'no such id' || match === 'several') return { row, errors: [matchError(plan, draft, match)] }
  const current = typeof match === 'object' ? match.current : undefined
  if (earlier !== undefined || (current && seen.has(String(current.id))))
    return { row, errors: [twiceError(row.number, earlier)] }
  return { row, id: current ? String(current.id) : newId(), current, input: inputOf(plan, draft.values, current) }
}

/**
 * The row's values. An empty cell clears the field, except where a field is never empty (then it is ignored), for a
 * secret (never exported), and for values the server sets on a new row.
 */
function inputOf({ resource }: ImportPlan, values: AnyRow, current: AnyRow | undefined): AnyRow {
  const said = Object.entries(values).filter(([key, value]) => {
    const field = resource.fields[key]
    if (!field || value !== null) return field !== undefined
    if (field.kind === 'secret' || field.readOnly) return false
    return !current || (field.kind !== 'boolean' && field.default === undefined)
  })
  return Object.fromEntries(said)
}

/** A refusal by the validator or the database, in terms of the file's columns. */
export function problemErrors(plan: ImportPlan, row: CsvRow, problems: readonly Problem[]): RowError[] {
  return problems.map(({ field: key, code }) => {
    const column = plan.columns.find((candidate) => candidate.key === key)
    return cellError(row.number, {
      header: column?.header ?? key,
      field: column?.field ?? plan.resource.fields[key],
      found: column ? (row.cells[column.index] ?? '') : '',
      code,
    })
  })
}

function matchError(plan: ImportPlan, { row, values }: Draft, match: 'no such id' | 'several'): RowError {
  if (match === 'several') {
    return rowError(row.number, {
      expected: 'A row that matches one record; several match.',
      fix: 'Add the column "Id", as an export has it.',
    })
  }
  return {
    row: row.number,
    column: plan.columns.find(({ key }) => key === 'id')?.header ?? 'Id',
    found: String(values.id),
    expected: 'The ID of an existing record.',
    fix: 'Leave the cell empty to create a new record.',
  }
}

function twiceError(row: number, earlier: number | undefined): RowError {
  return rowError(row, {
    expected:
      earlier === undefined ? 'A record that no earlier row is about.' : `Not the same record as row ${earlier}.`,
    fix: 'Keep one of the two rows.',
  })
}
