import type { Role } from '@courtcrier/contract/access.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { searchedKeys, searchedText } from '../base/db/text-indexes.ts'

/** Every word must be in one of the searchable fields that the role may see. */
export function freeTextConditions(resource: Resource, freeText: string, role: Role): RawBuilder<boolean>[] {
  const words = wordsOf(freeText)
  if (words.length === 0) return []
  const all = searchedKeys(resource)
  const seen = all.filter((key) => fieldAccess(resource, key, role) !== 'DENY')
  if (seen.length === 0) return [sql<boolean>`false`]
  const anywhere = words.flatMap((word) => indexedConditions(searchedText(resource), word))
  // The text that is indexed has the fields of all; one that this role may not see must not be what is found.
  return seen.length === all.length ? anywhere : [...anywhere, ...words.map((word) => isInOneOf(seen, word))]
}

/** Whether a field has this part of a text, in whatever case and with or without accents. */
export function containsCondition(resource: Resource, key: string, part: string): RawBuilder<boolean> {
  const own = holds(foldedField(key), part)
  // The same of all the text is what the index can find.
  return searchedKeys(resource).includes(key) ? sql<boolean>`(${holds(searchedText(resource), part)} and ${own})` : own
}

/**
 * Whether an index of groups of three letters narrows the search down. What has no three letters or digits in a row
 * is in nearly every row.
 */
export function isNarrowing(freeText: string): boolean {
  return wordsOf(freeText).some((word) => /[\p{L}\p{N}]{3}/u.test(word))
}

function wordsOf(freeText: string): readonly string[] {
  return freeText.split(/\s+/).filter((word) => word !== '')
}

/**
 * The index has groups of three letters and looks up each of those it is asked for. Of "9:24-cv-0123458" the ones at the
 * edge of a sign are in nearly every row and only cost time, so the index gets the long runs of the word, and the word
 * itself is tried on what they lead to, which is the same text in a form that the index doesn't know.
 */
function indexedConditions(text: RawBuilder<string>, word: string): RawBuilder<boolean>[] {
  const runs = isAscii(word) ? (word.match(/[a-z0-9]{3,}/gi) ?? []) : []
  // Of "REF-70" what the edge says is all that is rare.
  const isEnough = runs.some((run) => run.length >= 5)
  if (!isEnough || runs[0] === word) return [holds(text, word)]
  return [...runs.map((run) => holds(text, run)), holds(sql<string>`(${text} || '')`, word)]
}

/** Of other letters a part may be folded otherwise than the whole: a sigma is another one at the end of a word. */
function isAscii(word: string): boolean {
  return /^[\x21-\x7e]+$/.test(word)
}

function isInOneOf(keys: readonly string[], word: string): RawBuilder<boolean> {
  const each = keys.map((key) => holds(foldedField(key), word))
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

function foldedField(key: string): RawBuilder<string> {
  return sql<string>`search_fold(${sql.ref(`t.${snakeCase(key)}`)}::text)`
}

/** What is looked for is folded by the database too, so that both are folded alike. */
function holds(text: RawBuilder<string>, part: string): RawBuilder<boolean> {
  return sql<boolean>`${text} like search_fold(${`%${part.replace(/[\\%_]/g, '\\$&')}%`})`
}
