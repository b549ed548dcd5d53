import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import { type Dictionary, ownWord, type TermNumber, termKey } from '@courtcrier/contract/dictionary.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import mainTexts from '../../i18n/en-US/main.json' with { type: 'json' }
import { i18next } from '../../i18n/i18n.ts'
import { inLanguage } from '../../i18n/words.ts'

/** One word that can be replaced, or the two of an entity. */
export interface DictionaryRow {
  id: string
  /** The keys in the dictionary and the product's own words. */
  words: readonly { key: string; number: TermNumber | 'menu'; product: string }[]
}

/** Every entity with its two words, the kinds of credentials last. The firm itself uses the menu's word. */
export const entityRows: readonly DictionaryRow[] = resources
  .filter(({ isSingleton }) => !isSingleton)
  .map((resource) => ({ id: resource.name, words: [wordOf(resource, 'one', 0), wordOf(resource, 'many', 1)] }))
  .toSorted((a, b) => rankOf(a) - rankOf(b) || productOf(a).localeCompare(productOf(b)))

/** Words of the menu that aren't entities: separate pages, and the groups. */
export const menuRows: readonly DictionaryRow[] = [
  ...menuWords('nav', withoutForms(mainTexts.nav)),
  ...menuWords('navGroup', mainTexts.navGroup),
].toSorted((a, b) => productOf(a).localeCompare(productOf(b)))

/** Returns the product's own word in the console's language. */
export function productName({ key, number, product }: DictionaryRow['words'][number]): string {
  return number === 'menu' ? i18next.t(key, { ns: 'translation' }) : inLanguage(product)
}

/** Returns the rows that contain the search text, in the product's terms or the firm's. */
export function rowsWith(rows: readonly DictionaryRow[], text: string, dictionary: Dictionary): DictionaryRow[] {
  const sought = text.trim().toLowerCase()
  return rows.filter(({ words }) =>
    words.some((word) =>
      `${word.product}\n${productName(word)}\n${dictionary[word.key] ?? ''}`.toLowerCase().includes(sought),
    ),
  )
}

/** Returns the dictionary with changed words; those that are empty or the product's own are dropped. */
export function withWords(dictionary: Dictionary, changes: Dictionary): Dictionary {
  const products = new Map(
    [...entityRows, ...menuRows].flatMap(({ words }) => words.map(({ key, product }) => [key, product])),
  )
  const entries = Object.entries({ ...dictionary, ...changes }).map(([key, word]) => [key, word.trim()] as const)
  return Object.fromEntries(entries.filter(([key, word]) => word !== '' && word !== products.get(key)))
}

/** Returns whether the firm has its own words in the row. */
export function isRenamed({ words }: DictionaryRow, dictionary: Dictionary): boolean {
  return words.some(({ key }) => ownWord(dictionary, key) !== undefined)
}

/** Returns the regular English plural of a word: `Attorney` -> `Attorneys`, `Party` -> `Parties`. */
export function englishPlural(word: string): string {
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`
}

function rankOf({ id }: DictionaryRow): number {
  return credentialKinds.some((kind) => kind === id) ? 1 : 0
}

function productOf({ words }: DictionaryRow): string {
  return words[0]?.product ?? ''
}

function wordOf(resource: Resource, number: TermNumber, index: 0 | 1) {
  return { key: termKey(resource, number), number, product: resource.label[index] }
}

function menuWords(group: string, texts: Readonly<Record<string, string>>): DictionaryRow[] {
  return Object.entries(texts).map(([name, product]) => {
    const key = `${group}.${name}`
    return { id: key, words: [{ key, number: 'menu', product }] }
  })
}

/** Drops sentences with plural forms, which aren't names. */
function withoutForms(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => !text.includes('{{')))
}
