import type { Field } from '@courtcrier/contract/fields/field.ts'
import { inSentence } from '@courtcrier/contract/names.ts'
import { findField, labelOf, type Resource } from '@courtcrier/contract/resource.ts'
import { i18next } from '../i18n/i18n.ts'
import { inWords } from '../i18n/words.ts'

/** What people call one record of the resource, or several: the firm's word, else a translation `resource.<name>.one`. */
export function resourceLabel(resource: Resource, number: 'one' | 'many'): string {
  const [one, many] = resource.label
  return i18next.t(`resource.${resource.name}.${number}`, { defaultValue: number === 'one' ? one : many })
}

/** The name within a sentence. */
export function resourceWord(resource: Resource, number: 'one' | 'many'): string {
  return inSentence(resourceLabel(resource, number))
}

/** What people see for a field, with entities called by the firm's words. A translation `field.<resource>.<key>` wins. */
export function fieldLabel(resource: Resource, key: string): string {
  return i18next.t(`field.${resource.name}.${key}`, { defaultValue: inWords(resource, labelOf(resource, key)) })
}

/** The field as its input shows it: its help too calls entities by the firm's words. */
export function fieldInWords(resource: Resource, key: string): Field | undefined {
  const field = findField(resource, key)
  return field?.help ? { ...field, help: inWords(resource, field.help) } : field
}

/** What people see for a choice of a select. */
export function choiceLabel(field: Field, value: string): string {
  return field.valueLabels?.[value] ?? wordsOf(value)
}

const acronyms = new Set(['PDF', 'DMS', 'ECFX', 'PACER', 'SMTP', 'IMAP'])

/** `PDF_AND_DMS_LINK` -> `PDF and DMS link`, `login success` -> `Login success`. */
function wordsOf(value: string): string {
  if (acronyms.has(value.toUpperCase())) return value.toUpperCase()
  if (!/^[A-Z0-9_]+$/.test(value)) return value.charAt(0).toUpperCase() + value.slice(1)
  const words = value.split('_').map((word) => (acronyms.has(word) ? word : word.toLowerCase()))
  const sentence = words.join(' ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
