/**
 * Spreadsheets run a cell that starts with one of these as a formula (OWASP, "CSV Injection"), East Asian ones also
 * with the full-width forms. A leading apostrophe makes it text; a cell that already has apostrophes before such a
 * character gets one more, so that removing one restores it exactly.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const neutralized = /^'+[=+\-@\t\r\n＝＋－＠]/
/** `-5` evaluates to itself. */
const plainNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** The cell's text in a form no spreadsheet runs as a formula. */
export function neutralize(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
}

/** The text that was passed to `neutralize`. */
export function restore(text: string): string {
  return neutralized.test(text) ? text.slice(1) : text
}

/** One line of comma-separated values, with its line ending. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
