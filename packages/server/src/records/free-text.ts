import type { Role } from '@courtcrier/contract/access.ts'
import { fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { searchedKeys, searchedText } from '../base/db/text-indexes.ts'
import { column } from './column.ts'

/** Every word must be in one of the searchable fields the role may see. */
export function freeTextConditions(
  alias: string,
  resource: Resource,
  { freeText, role }: { freeText: string; role: Role },
): RawBuilder<boolean>[] {
  const words = wordsOf(freeText)
  if (words.length === 0) return []
  const all = searchedKeys(resource)
  const seen = all.filter((key) => fieldAccess(resource, key, role) !== 'DENY')
  if (seen.length === 0) return [sql<boolean>`false`]
  const anywhere = words.flatMap((word) => indexedConditions(searchedText(resource, `${alias}.`), word))
  // The indexed text includes all searched fields; a match in one the role may not see must not count.
  return seen.length === all.length ? anywhere : [...anywhere, ...words.map((word) => isInOneOf(alias, seen, word))]
}

/** Whether a field, whose value is this expression, contains the text, ignoring case and accents. */
export function containsCondition(
  alias: string,
  resource: Resource,
  { key, part, value }: { key: string; part: string; value: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const own = holds(folded(value), part)
  // The same condition on the whole text, which the index supports.
  return searchedKeys(resource).includes(key)
    ? sql<boolean>`(${holds(searchedText(resource, `${alias}.`), part)} and ${own})`
    : own
}

/**
 * Whether the trigram index narrows the search. A word without three letters or digits in a row is in nearly every row.
 */
export function isNarrowing(freeText: string): boolean {
  return wordsOf(freeText).some((word) => /[\p{L}\p{N}]{3}/u.test(word))
}

function wordsOf(freeText: string): readonly string[] {
  return freeText.split(/\s+/).filter((word) => word !== '')
}

/**
 * The index looks up each trigram it is given. Those of "9:24-cv-0123458" next to punctuation are in nearly every row
 * and only cost time, so the index gets the word's long runs, and the whole word is checked on the results, against the
 * same text in a form the index doesn't cover.
 */
function indexedConditions(text: RawBuilder<string>, word: string): RawBuilder<boolean>[] {
  const runs = isAscii(word) ? (word.match(/[a-z0-9]{3,}/gi) ?? []) : []
  // In "REF-70" only the trigrams at the hyphen are rare.
  const isEnough = runs.some((run) => run.length >= 5)
  if (!isEnough || runs[0] === word) return [holds(text, word)]
  return [...runs.map((run) => holds(text, run)), holds(sql<string>`(${text} || '')`, word)]
}

/**
 * Parts of a word with other letters may be folded differently than the whole: a Greek sigma differs at the end of a
 * word.
 */
function isAscii(word: string): boolean {
  return /^[\x21-\x7e]+$/.test(word)
}

function isInOneOf(alias: string, keys: readonly string[], word: string): RawBuilder<boolean> {
  const each = keys.map((key) => holds(folded(column(alias, key)), word))
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

function folded(value: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`search_fold((${value})::text)`
}

/** The database folds the search text too, so both are folded alike. */
function holds(text: RawBuilder<string>, part: string): RawBuilder<boolean> {
  return sql<boolean>`${text} like search_fold(${`%${part.replace(/[\\%_]/g, '\\$&')}%`})`
}
