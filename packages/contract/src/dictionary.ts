import { credentialKinds } from './credential-kinds.ts'
import { inSentence } from './names.ts'
import { labelOf, type Resource } from './resource.ts'
import { resources } from './resources/registry.ts'

/** The firm's own words by `matter.one`, `matter.many`, `nav.inbox`; anything missing uses the definition's label. */
export type Dictionary = Readonly<Record<string, string>>
export type TermNumber = 'one' | 'many'

/** Returns the key of an entity's word. */
export function termKey(resource: Resource, number: TermNumber): string {
  return `${resource.name}.${number}`
}

/** Returns the firm's term for one record of the resource, or several. */
export function termOf(resource: Resource, number: TermNumber, dictionary: Dictionary): string {
  return ownWord(dictionary, termKey(resource, number)) ?? resource.label[number === 'one' ? 0 : 1]
}

/** Returns the term as used within a sentence. */
export function termInSentence(resource: Resource, number: TermNumber, dictionary: Dictionary): string {
  return inSentence(termOf(resource, number, dictionary))
}

/** Returns the firm's word for a key; undefined when it has none. */
export function ownWord(dictionary: Dictionary, key: string): string | undefined {
  return Object.hasOwn(dictionary, key) && dictionary[key] !== '' ? dictionary[key] : undefined
}

/**
 * Returns the firm's label for a field: the definition's label with entities replaced by the firm's words, so that
 * "Matter" and "Supervising timekeeper" follow. Settings of other systems keep those systems' words.
 */
export function fieldTermOf(resource: Resource, key: string, dictionary: Dictionary): string {
  return termsOfField(resource, labelOf(resource, key), dictionary)
}

/** Does the same for any other text about a field, such as its help. */
export function termsOfField(
  resource: Resource,
  text: string,
  dictionary: Dictionary,
  translate: Translate = inEnglish,
): string {
  if (ofOtherSystems.has(resource.name)) return translate(text)
  const english = renameTerms(text, dictionary)
  // Only a text that has the word in English has it in another language too: "asunto" is a matter or a subject.
  return english === text ? translate(text) : renameTerms(translate(text), dictionary, translate)
}

/** Their forms have the words of the service's own pages: a *Client ID* there is no client of the firm's. */
const ofOtherSystems: ReadonlySet<string> = new Set([
  ...credentialKinds,
  ...['mailbox', 'mail_sender', 'identity_provider'],
])

/** Returns the product's own text in another language. */
type Translate = (english: string) => string
const inEnglish: Translate = (english) => english

/** Replaces the product's words for entities in a label or heading with the firm's; the text may be a translation. */
export function renameTerms(text: string, dictionary: Dictionary, translate: Translate = inEnglish): string {
  if (Object.keys(dictionary).length === 0) return text
  const { pattern, keys } = productWords(translate)
  return text.replace(pattern, (found) => {
    const key = keys.get(found.toLowerCase())
    const own = key === undefined ? undefined : ownWord(dictionary, key)
    if (own === undefined) return found
    return /^\p{Ll}/u.test(found) ? inSentence(own) : own.charAt(0).toUpperCase() + own.slice(1)
  })
}

/** Returns the labels used more than once: entities with the same plural name, which people couldn't tell apart. */
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
  /** Longest first, so that "Document processing" doesn't match as a document. */
  pattern: RegExp
  keys: ReadonlyMap<string, string>
}
const known = new WeakMap<Translate, ProductWords>()

function productWords(translate: Translate): ProductWords {
  const words = known.get(translate) ?? findProductWords(translate)
  known.set(translate, words)
  return words
}

function findProductWords(translate: Translate): ProductWords {
  const keys = new Map<string, string>()
  for (const resource of resources) {
    for (const number of ['one', 'many'] as const) {
      const word = translate(termOf(resource, number, {})).toLowerCase()
      if (!keys.has(word)) keys.set(word, termKey(resource, number))
    }
  }
  const words = [...keys.keys()].toSorted((a, b) => b.length - a.length).map(escapePattern)
  return { pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu'), keys }
}

function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
