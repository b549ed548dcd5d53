import { type RawBuilder, sql } from 'kysely'

/** A word or phrase, and its abbreviation in folder and file names. */
export interface Abbreviation {
  name: string
  short: string
}

/** The firm's abbreviations as a JSON list; `firm` is the alias of its row. */
export function abbreviationsOf(firm: string): RawBuilder<readonly Abbreviation[]> {
  return sql`(select coalesce(json_agg(json_build_object('name', a.name, 'short', a.abbreviation)), '[]')
    from abbreviations a where a.firm_id = ${sql.ref(`${firm}.firm_id`)})`
}

/**
 * Abbreviates whole words and phrases, ignoring case. If two match, the longer one is used; abbreviations are not
 * abbreviated again.
 */
export function abbreviate(text: string, abbreviations: readonly Abbreviation[]): string {
  const known = new Map(abbreviations.map(({ name, short }) => [keyOf(name), short]))
  known.delete('')
  if (known.size === 0) return text
  const phrases = [...known.keys()].sort((a, b) => b.length - a.length)
  const pattern = phrases.map((phrase) => phrase.split(' ').map(literal).join('\\s+')).join('|')
  // Letters and digits of any script: \b only handles ASCII.
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
    (found) => known.get(keyOf(found)) ?? found,
  )
}

function keyOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}

function literal(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
