const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * The ISO date of a stamp: `03/04/26`, `5/1/2024`, `Jul 31, 2019`, `May 01 2024`. Undefined for an impossible one. A year of
 * two digits is in this century, because no court stamped pages in the last one.
 */
export function stampDate(text: string | undefined): string | undefined {
  const [first = '', second = '', third = ''] = (text ?? '').split(/[ ,/]{1,2}/)
  const named = months.indexOf(first.slice(0, 3).toLowerCase())
  const month = named < 0 ? Number(first) - 1 : named
  const [day, year] = [Number(second), Number(third)]
  const time = new Date(Date.UTC(year < 100 ? 2000 + year : year, month, day))
  if (Number.isNaN(time.getTime()) || time.getUTCMonth() !== month || time.getUTCDate() !== day) return undefined
  return time.toISOString().slice(0, 10)
}
