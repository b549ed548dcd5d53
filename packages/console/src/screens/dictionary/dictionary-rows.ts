import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import { type Dictionary, ownWord, type TermNumber, termKey } from '@courtcrier/contract/dictionary.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import mainTexts from '../../i18n/en-US/main.json' with { type: 'json' }

/** One word that can be replaced, or the two of an entity. */
export interface DictionaryRow {
  id: string
  /** The keys in the dictionary and the product's own words. */
  words: readonly { key: string; number: TermNumber | 'menu'; product: string }[]
}

/** Every entity with its two words, the kinds of credentials last. The firm itself is called by the menu's word. */
export const entityRows: readonly DictionaryRow[] = resources
  .filter(({ isSingleton }) => !isSingleton)
  .map((resource) => ({ id: resource.name, words: [wordOf(resource, 'one', 0), wordOf(resource, 'many', 1)] }))
  .toSorted((a, b) => rankOf(a) - rankOf(b) || productOf(a).localeCompare(productOf(b)))

/** The words of the menu that are no entities: pages of their own, and the groups. */
export const menuRows: readonly DictionaryRow[] = [
  ...menuWords('nav', withoutForms(mainTexts.nav)),
  ...menuWords('navGroup', mainTexts.navGroup),
].toSorted((a, b) => productOf(a).localeCompare(productOf(b)))

/** The rows in which what is looked for stands, in the product's words or the firm's. */
export function rowsWith(rows: readonly DictionaryRow[], text: string, dictionary: Dictionary): DictionaryRow[] {
  const sought = text.trim().toLowerCase()
  return rows.filter(({ words }) =>
    words.some(({ key, product }) => `${product}\n${dictionary[key] ?? ''}`.toLowerCase().includes(sought)),
  )
}

/** The dictionary with other words; those that are empty or the product's own are left out. */
export function withWords(dictionary: Dictionary, changes: Dictionary): Dictionary {
  const products = new Map(
    [...entityRows, ...menuRows].flatMap(({ words }) => words.map(({ key, product }) => [key, product])),
  )
  const entries = Object.entries({ ...dictionary, ...changes }).map(([key, word]) => [key, word.trim()] as const)
  return Object.fromEntries(entries.filter(([key, word]) => word !== '' && word !== products.get(key)))
}

/** Whether the firm has words of its own in the row. */
export function isRenamed({ words }: DictionaryRow, dictionary: Dictionary): boolean {
  return words.some(({ key }) => ownWord(dictionary, key) !== undefined)
}

/** The plural that English makes of a word: `Attorney` -> `Attorneys`, `Party` -> `Parties`. */
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

/** Without sentences that count something, which are no names. */
function withoutForms(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => !text.includes('{{')))
}
