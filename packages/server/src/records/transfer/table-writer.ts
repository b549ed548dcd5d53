import { type Field, isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { csvLine, neutralize } from './cells.ts'

/** A column of an exported file. */
export interface TableColumn {
  key: string
  field: Field
  header: string
}

/** Turns rows into the bytes of a file, piece by piece. */
export interface TableWriter {
  head: (columns: readonly TableColumn[]) => Uint8Array
  rows: (columns: readonly TableColumn[], rows: readonly AnyRow[]) => Uint8Array
  tail: () => Uint8Array
}

/** CSV. The byte order mark tells Excel that it is UTF-8. */
export const csvWriter: TableWriter = {
  head: (columns) => Buffer.from(`\ufeff${csvLine(columns.map(({ header }) => neutralize(header)))}`),
  rows: (columns, rows) =>
    Buffer.from(rows.map((row) => csvLine(columns.map((column) => textOf(column, row)))).join('')),
  tail: () => Buffer.alloc(0),
}

function textOf({ key, field }: TableColumn, row: AnyRow): string {
  return isEmptyValue(row[key]) ? '' : neutralize(kindOf(field).toCsv(row[key]))
}
