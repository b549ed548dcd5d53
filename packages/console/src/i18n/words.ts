import type { Dictionary } from '@courtcrier/contract/dictionary.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { defaultLocale } from '../ui/locale.ts'
import { firmNamespace, i18next, type Texts } from './i18n.ts'

let words: Dictionary = {}

type Renaming = (resource: Resource, text: string, dictionary: Dictionary) => string
let renaming: Renaming = (_, text) => text

/** Sets how the product's words in a text about a field become the firm's. The log-in page, which has none, does without. */
export function setRenaming(next: Renaming): void {
  renaming = next
}

/** A text about a field of the resource, in the firm's words. */
export function inWords(resource: Resource, text: string): string {
  return renaming(resource, text, words)
}

/** Takes the firm's words as they are now; whatever is drawn with texts is drawn anew. */
export function keepWords(next: Dictionary): void {
  if (JSON.stringify(next) === JSON.stringify(words)) return
  words = next
  // Texts are looked up here first (see i18n.ts). What is no longer in it must go, so the old ones make room.
  i18next.removeResourceBundle(defaultLocale, firmNamespace)
  i18next.addResourceBundle(defaultLocale, firmNamespace, textsOf(next))
}

/** `matter.one` is the text `resource.matter.one`; words of the menu have the keys of their texts. */
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
