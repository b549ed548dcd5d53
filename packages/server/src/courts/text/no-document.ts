/**
 * Whether a cell in a notice's table of documents contains something else found in such tables: a date, a fee, a page
 * count, a size, a number, a status, an address, or nothing.
 */
export function isNoDocument(words: string): boolean {
  const text = words.trim()
  return text.length <= longest && patterns.some((pattern) => pattern.test(text))
}

/** No date or status is longer; a title may be. */
const longest = 80

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}'
const time = String.raw`(?:,? (?:at )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?(?: [a-z]{1,4})?)?`
const label = '(?:(?:date|filed|served|submitted|entered|accepted|received)(?: on)?:? )?'

const patterns = [
  new RegExp(String.raw`^${label}\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}${time}$`, 'i'),
  new RegExp(String.raw`^${label}\d{4}-\d\d-\d\d(?:t[\d:.z+-]{4,20})?${time}$`, 'i'),
  new RegExp(String.raw`^${label}(?:[a-z]{3,9}, )?${month}\.? \d{1,2},? \d{4}${time}$`, 'i'),
  new RegExp(String.raw`^${label}\d{1,2}[ -]${month}[ -]\d{2,4}${time}$`, 'i'),
  /^\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?(?: [a-z]{1,4})?$/i,
  /^(?:(?:fees?|total|amount|cost)\b[: ]*)?\$ ?[\d,]{1,12}(?:\.\d\d)?$/i,
  /^(?:fees?:? )?[\d,]{1,12}\.\d\d$/i,
  /^(?:pages?:? ?\d{1,5}|\d{1,5} ?(?:pages?|pgs?\.?|pp?\.?))$/i,
  /^\(?(?:page |part |message |e-?mail )?\d{1,3} of \d{1,3}\)?$/i,
  /^[\d,.]{1,10} ?(?:bytes|kb|mb)$/i,
  /^#?\d{1,6}\.?$/,
  /^(?:n\/a|none|no matching entries|not applicable|-+|\u2013|\u2014)$/i,
  /^(?:accepted|rejected|returned|pending|pending queue|filed|served|sent|received|submitted|docketed|processed|complete|completed|under review|not confidential|confidential|public|yes|no)$/i,
  /^[^\s@]{1,64}@[^\s@]{1,64}$/,
]
