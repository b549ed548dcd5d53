/** The words of a person's name in the order in which they are spoken: lower case, without accents, titles and suffixes. */
export type PersonName = readonly string[]

/** Reads a name as courts and firms write it: "Quill, Ada M.", "ADA M. QUILL, ESQ." */
export function readPersonName(text: string): PersonName {
  const [last = '', ...first] = partsOf(text)
  return first.length > 0 ? wordsOf(`${first[0]} ${last}`) : wordsOf(last)
}

/** Returns the parts of a text that commas and parentheses separate, without suffixes such as "Jr." or "Esq." */
export function partsOf(text: string): readonly string[] {
  return text
    .slice(0, longestText)
    .split(/[,;()<>\n]/)
    .map((part) => part.trim())
    .filter((part) => wordsOf(part).length > 0)
}

const longestText = 300

/** The words of a name, or of part of one. Hyphenated words are one, so that no half of them is taken for the whole. */
export function wordsOf(text: string): PersonName {
  return plain(text)
    .replace(/[-'’.]/g, (sign) => (sign === '.' ? ' ' : ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !added.test(word))
}

/** Lower case, without accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Titles and suffixes. */
const added = /^(?:mr|mrs|ms|miss|dr|hon|prof|esq|esquire|jr|sr|ii|iii|iv|attorney|atty|jd|phd)$/

/**
 * Whether two names can be one person's: the same first and last name, written out, and no different middle names. One
 * name may lack the other's middle names or have only their initials.
 */
export function isSamePerson(a: PersonName, b: PersonName): boolean {
  if (a.length < 2 || b.length < 2) return false
  const [firstA = '', firstB = ''] = [a[0], b[0]]
  return firstA === firstB && firstA.length > 1 && a.at(-1) === b.at(-1) && canBeSame(a.slice(1, -1), b.slice(1, -1))
}

function canBeSame(a: PersonName, b: PersonName): boolean {
  const count = Math.min(a.length, b.length)
  if (count > 0 && a.length !== b.length) return false
  return a.slice(0, count).every((word, at) => isInitialOf(word, b[at] ?? '') || isInitialOf(b[at] ?? '', word))
}

function isInitialOf(short: string, long: string): boolean {
  return short === long || (short.length === 1 && long.startsWith(short))
}
