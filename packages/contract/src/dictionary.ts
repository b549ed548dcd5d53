import { credentialKinds } from './credential-kinds.ts'
import { inSentence } from './names.ts'
import { labelOf, type Resource } from './resource.ts'
import { resources } from './resources/registry.ts'

/** The firm's own words by `matter.one`, `matter.many`, `nav.inbox`; what is not in it is called as the definition says. */
export type Dictionary = Readonly<Record<string, string>>
export type TermNumber = 'one' | 'many'

/** The key of an entity's word. */
export function termKey(resource: Resource, number: TermNumber): string {
  return `${resource.name}.${number}`
}

/** What the firm calls one record of the resource, or several. */
export function termOf(resource: Resource, number: TermNumber, dictionary: Dictionary): string {
  return ownWord(dictionary, termKey(resource, number)) ?? resource.label[number === 'one' ? 0 : 1]
}

/** The same within a sentence. */
export function termInSentence(resource: Resource, number: TermNumber, dictionary: Dictionary): string {
  return inSentence(termOf(resource, number, dictionary))
}

/** The firm's word for a key; undefined when it has none. */
export function ownWord(dictionary: Dictionary, key: string): string | undefined {
  return Object.hasOwn(dictionary, key) && dictionary[key] !== '' ? dictionary[key] : undefined
}

/**
 * What the firm sees for a field: the definition's label with the entities in it called by the firm's own words, so
 * that "Matter" and "Supervising timekeeper" follow. Settings of other systems keep those systems' words.
 */
export function fieldTermOf(resource: Resource, key: string, dictionary: Dictionary): string {
  return termsOfField(resource, labelOf(resource, key), dictionary)
}

/** The same for whatever else is said of a field, such as its help. */
export function termsOfField(resource: Resource, text: string, dictionary: Dictionary): string {
  return (credentialKinds as readonly string[]).includes(resource.name) ? text : renameTerms(text, dictionary)
}

/** A label or heading with the product's words for entities replaced by the firm's. */
export function renameTerms(text: string, dictionary: Dictionary): string {
  if (Object.keys(dictionary).length === 0) return text
  return text.replace(productWords().pattern, (found) => {
    const key = productWords().keys.get(found.toLowerCase())
    const own = key === undefined ? undefined : ownWord(dictionary, key)
    if (own === undefined) return found
    return /^\p{Ll}/u.test(found) ? inSentence(own) : own.charAt(0).toUpperCase() + own.slice(1)
  })
}

/** Entities of the same plural name, which people could not tell apart: the labels that more than one has. */
export function sharedTerms(dictionary: Dictionary): string[] {
  const seen = new Map<string, string>()
  const shared = new Set<string>()
  for (const resource of resources) {
    const term = termOf(resource, 'many', dictionary)
    if (seen.has(term.toLowerCase())) shared.add(term)
    seen.set(term.toLowerCase(), term)
  }
  return [...shared]
}

interface ProductWords {
  /** Longest first, so that "Document processing" is not taken for a document. */
  pattern: RegExp
  keys: ReadonlyMap<string, string>
}
let known: ProductWords | undefined

function productWords(): ProductWords {
  known ??= findProductWords()
  return known
}

function findProductWords(): ProductWords {
  const keys = new Map<string, string>()
  for (const resource of resources) {
    for (const number of ['one', 'many'] as const) {
      const word = termOf(resource, number, {}).toLowerCase()
      if (!keys.has(word)) keys.set(word, termKey(resource, number))
    }
  }
  const words = [...keys.keys()].toSorted((a, b) => b.length - a.length).map(escapePattern)
  return { pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu'), keys }
}

function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
