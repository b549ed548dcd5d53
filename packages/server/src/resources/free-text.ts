import type { Role } from '@courtcrier/contract/access.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { searchedKeys, searchedText } from '../db/text-indexes.ts'

/** Every word must be in one of the searchable fields that the role may see. */
export function freeTextConditions(resource: Resource, freeText: string, role: Role): RawBuilder<boolean>[] {
  const words = wordsOf(freeText)
  if (words.length === 0) return []
  const all = searchedKeys(resource)
  const seen = all.filter((key) => fieldAccess(resource, key, role) !== 'DENY')
  if (seen.length === 0) return [sql<boolean>`false`]
  const anywhere = words.map((word) => holds(searchedText(resource), word))
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
