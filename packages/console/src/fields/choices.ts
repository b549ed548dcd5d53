import type { Field } from '@courtcrier/contract/fields/field.ts'
import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import { choiceLabel } from '../i18n/labels.ts'
import { useFirm } from '../session/firm.ts'

/** Returns the values a field can have, with those the firm adds. */
export function useValues({ values = [], moreIn }: Field): readonly string[] {
  const own = useFirm()[(moreIn ?? '') as keyof Firm]
  return Array.isArray(own) ? [...values, ...own.map(String)] : values
}

/** Returns the choices of a field with their labels. */
export function useChoices(field: Field): { value: string; label: string }[] {
  return useValues(field).map((value) => ({ value, label: choiceLabel(field, value) }))
}
