import { countyKey } from './county-courts.ts'

const notOfAName = new Set('court,courts,circuit,of,the,for,in,state,district,and,at,law'.split(','))

/** The county that a name contains: "Kings County", "County of Los Angeles". */
export function countyOf(name: string, state: string | undefined): string | undefined {
  const clauses = name.split(/[,;:()]| [-\u2013] /)
  const places = clauses.flatMap((clause) => countiesOfClause(clause.trim().split(/\s+/)))
  // "Kings County Court" names a county; these words in "County Court, Kings County" and "Florida County Court" don't.
  const own = places.filter(({ isOfCourt, words }) => !isOfCourt || (places.length === 1 && words !== state))
  const keys = new Set(own.map(({ words }) => countyKey(words)).filter((key) => key !== ''))
  return keys.size === 1 ? [...keys][0] : undefined
}

function countiesOfClause(words: readonly string[]): { words: string; isOfCourt: boolean }[] {
  const at = words.findIndex((word) => /^county$/i.test(word))
  if (at < 0) return []
  if (/^of$/i.test(words[at + 1] ?? '')) return [{ words: words.slice(at + 2, at + 6).join(' '), isOfCourt: false }]
  let start = at
  while (start > 0 && at - start < 4 && !notOfAName.has((words[start - 1] ?? '').toLowerCase())) start--
  return [{ words: words.slice(start, at).join(' '), isOfCourt: /^courts?$/i.test(words[at + 1] ?? '') }]
}

const ordinals =
  'first,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth,eleventh,twelfth,thirteenth,fourteenth,fifteenth,sixteenth,seventeenth,eighteenth,nineteenth,twentieth'.split(
    ',',
  )
const ordinalWord = new RegExp(`\\b(?:${ordinals.join('|')})\\b`, 'i')

/** The number in a court's name: of a circuit, district or department, in digits or words. */
export function ordinalOf(name: string): number | undefined {
  const digits = /\b(\d{1,3})(?:st|nd|rd|th)\b/i.exec(name)?.[1]
  if (digits) return Number(digits)
  const word = ordinalWord.exec(name)?.[0].toLowerCase()
  return word === undefined ? undefined : ordinals.indexOf(word) + 1
}
