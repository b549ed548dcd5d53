import type { Field } from '@courtcrier/contract/fields/field.ts'
import { labelOf, type Resource } from '@courtcrier/contract/resource.ts'
import { i18next } from '../i18n/i18n.ts'

/** What people call one record of the resource, or several. A translation `resource.<name>.one` wins. */
export function resourceLabel(resource: Resource, number: 'one' | 'many'): string {
  const [one, many] = resource.label
  return i18next.t(`resource.${resource.name}.${number}`, { defaultValue: number === 'one' ? one : many })
}

/** The name within a sentence: a first capital goes unless the word is all capitals, such as DMS. */
export function resourceWord(resource: Resource, number: 'one' | 'many'): string {
  const label = resourceLabel(resource, number)
  return /^[A-Z][^A-Z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** What people see for a field. A translation `field.<resource>.<key>` wins. */
export function fieldLabel(resource: Resource, key: string): string {
  return i18next.t(`field.${resource.name}.${key}`, { defaultValue: labelOf(resource, key) })
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
