/** Returns the rows with failed ones first, otherwise in their order: someone has to act on them, among hundreds. */
export function failedFirst<Row extends { status?: string | undefined }>(rows: readonly Row[]): Row[] {
  const hasFailed = ({ status }: Row) => status === 'failed'
  return [...rows.filter(hasFailed), ...rows.filter((row) => !hasFailed(row))]
}
