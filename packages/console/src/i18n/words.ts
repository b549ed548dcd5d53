import type { Dictionary } from '@courtcrier/contract/dictionary.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { defaultLocale } from '../ui/locale.ts'
import { firmNamespace, i18next, type Texts } from './i18n.ts'

let words: Dictionary = {}

/** Returns the product's own English text in the console's language, or the text itself if it has no translation. */
export type Translate = (english: string) => string
let translate: Translate = (english) => english

type Renaming = (resource: Resource, text: string, dictionary: Dictionary, translate: Translate) => string
let renaming: Renaming = (_, text, __, inOther) => inOther(text)

/**
 * Sets how the product's terms in a field's texts become the firm's. The login page, which has no fields, doesn't need
 * it.
 */
export function setRenaming(next: Renaming): void {
  renaming = next
}

/** Returns a text about a field of the resource, in the console's language and in the firm's terms. */
export function inWords(resource: Resource, text: string): string {
  return renaming(resource, text, words, translate)
}

/** Sets the translations of labels and help texts in definitions, by the English text. */
export function keepLabels(labels: Readonly<Record<string, string>>): void {
  translate = (english) => (Object.hasOwn(labels, english) ? (labels[english] ?? english) : english)
}

/** Returns a label or help text of a definition in the console's language. */
export function inLanguage(english: string): string {
  return translate(english)
}

/** Applies the firm's current terms; everything rendered with texts is rendered again. */
export function keepWords(next: Dictionary): void {
  if (JSON.stringify(next) === JSON.stringify(words)) return
  words = next
  // Texts are looked up here first (see i18n.ts). Terms that no longer exist must go, so the old ones are removed
  // first.
  i18next.removeResourceBundle(defaultLocale, firmNamespace)
  i18next.addResourceBundle(defaultLocale, firmNamespace, textsOf(next))
}

/** `matter.one` becomes the text `resource.matter.one`; words of the menu use the keys of their texts. */
function textsOf(dictionary: Dictionary): Texts {
  const texts: Record<string, Record<string, Texts | string>> = { resource: {} }
  for (const [key, word] of Object.entries(dictionary)) {
    const [group = '', name = ''] = key.split('.')
    if (word === '') continue
    if (group === 'nav' || group === 'navGroup') texts[group] = { ...texts[group], [name]: word }
    else texts.resource = { ...texts.resource, [group]: { ...(texts.resource?.[group] as Texts), [name]: word } }
  }
  return texts
}
