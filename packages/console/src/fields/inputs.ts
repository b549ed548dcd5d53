import type { Field } from '@courtcrier/contract/fields/field.ts'
import { Checkbox, MultiSelect, PasswordInput, Select, Switch, TagsInput } from '@mantine/core'
import { sentenceOf } from '../i18n/problem-sentence.ts'
import type { FieldControl } from './control.ts'
import { takeInputs } from './late-inputs.ts'
import { controlOf } from './registry.ts'

takeInputs({ Checkbox, MultiSelect, PasswordInput, Select, Switch, TagsInput, sentenceOf })

/** Returns a field's input: looked up here, so that its parts are loaded. */
export function inputOf(field: Field): FieldControl['Input'] {
  return controlOf(field).Input
}

/** Returns a field's filter; undefined if it has none. */
export function filterOf(field: Field): FieldControl['Filter'] {
  return controlOf(field).Filter
}
