/**
 * Spreadsheets run a cell that begins so as a formula (OWASP, "CSV Injection"), the full-width signs in East Asian
 * ones. An apostrophe before it makes it text; a cell that has apostrophes before such a sign already gets one more,
 * so that taking one away gives back exactly what was there.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const neutralised = /^'+[=+\-@\t\r\n＝＋－＠]/
/** `-5` runs as nothing but itself. */
const plainNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** The text of a cell that no spreadsheet takes for a formula. */
export function neutralise(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
}

/** The text that `neutralise` was given. */
export function restore(text: string): string {
  return neutralised.test(text) ? text.slice(1) : text
}

/** One line of comma-separated values, with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
