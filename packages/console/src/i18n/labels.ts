import { type Field, helpFor } from '@courtcrier/contract/fields/field.ts'
import { inSentence } from '@courtcrier/contract/names.ts'
import { type AnyRow, findField, labelOf, type Resource } from '@courtcrier/contract/resource.ts'
import { firmNamespace, i18next } from './i18n.ts'
import { inLanguage, inWords } from './words.ts'

/**
 * Returns the name of one record of the resource, or of several: the firm's term, else a translation
 * `resource.<name>.one`, else the definition's label in the console's language.
 */
export function resourceLabel(resource: Resource, number: 'one' | 'many'): string {
  const [one, many] = resource.label
  return i18next.t(`resource.${resource.name}.${number}`, { defaultValue: inLanguage(number === 'one' ? one : many) })
}

/**
 * Returns a page's name in the navigation and the browser's title: the firm's term, the console language's, or the
 * definition's. Texts name records in their own language, so they use `resourceLabel`.
 */
export function pageLabel({ resource, titleKey }: { resource?: Resource; titleKey?: string }): string | undefined {
  if (!resource) return titleKey && i18next.t(titleKey)
  const own = i18next.t(`resource.${resource.name}.many`, { ns: firmNamespace, defaultValue: '' })
  return own || i18next.t(`navWord.${resource.name}`, { defaultValue: resourceLabel(resource, 'many') })
}

/** Returns the name within a sentence. */
export function resourceWord(resource: Resource, number: 'one' | 'many'): string {
  return inSentence(resourceLabel(resource, number))
}

/**
 * Returns a field's label, with entities named by the firm's terms. A translation `field.<resource>.<key>` takes
 * precedence.
 */
export function fieldLabel(resource: Resource, key: string): string {
  return i18next.t(`field.${resource.name}.${key}`, { defaultValue: inWords(resource, labelOf(resource, key)) })
}

/** Returns the field as its input shows it beside a row's other values: its help text uses the firm's terms too. */
export function fieldInWords(resource: Resource, key: string, values: AnyRow = {}): Field | undefined {
  const field = findField(resource, key)
  const help = field && helpFor(key, field, values)
  return help ? { ...field, help: inWords(resource, help) } : field
}

/** Returns the label of a select's choice, in the console's language. */
export function choiceLabel(field: Field, value: string): string {
  if (isOwnChoice(field, value)) return value
  return inLanguage(field.valueLabels?.[value] ?? wordsOf(value))
}

/** Returns the label of an entry of a list with known values, which are words already. */
export function itemLabel(field: Field, value: string): string {
  if (isOwnChoice(field, value)) return value
  return inLanguage(field.valueLabels?.[value] ?? value)
}

/** The firm's own choices are in its own words. */
function isOwnChoice({ moreIn, values = [] }: Field, value: string): boolean {
  return moreIn !== undefined && !values.includes(value)
}

const acronyms = new Set(['PDF', 'DMS', 'ECFX', 'PACER', 'SMTP', 'IMAP', 'US', 'CA', 'EU', 'AU', 'UK', 'DE'])

/** Formats a value: `PDF_AND_DMS_LINK` -> `PDF and DMS link`, `login success` -> `Login success`. */
function wordsOf(value: string): string {
  if (acronyms.has(value.toUpperCase())) return value.toUpperCase()
  if (!/^[A-Z0-9_]+$/.test(value)) return (value.charAt(0).toUpperCase() + value.slice(1)).replaceAll('_', ' ')
  const words = value.split('_').map((word) => (acronyms.has(word) ? word : word.toLowerCase()))
  const sentence = words.join(' ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
