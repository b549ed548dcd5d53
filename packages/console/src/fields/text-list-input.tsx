import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { itemLabel } from '../i18n/labels.ts'
import { sentenceOf } from '../i18n/problem-sentence.ts'
import { LateTagsInput } from '../ui/choice/LatePills.tsx'
import { ContainsFilter } from './ContainsFilter.tsx'
import { useValues } from './choices.ts'
import type { FieldInput, InputProps } from './control.ts'
import classes from './fields.module.css'

export const textListInput: FieldInput = { Input: TextListInput, Filter: ContainsFilter }
/** Of lists of email addresses and domains, too. */
export const itemListInput: FieldInput = { Input: ListInput, Filter: ContainsFilter }

/** Edits a list: free texts are typed, and a small set of known values gets checkboxes. */
function TextListInput(props: InputProps) {
  return props.field.values ? <ChoicesInput {...props} /> : <ListInput {...props} />
}

/**
 * Edits several texts, each typed and confirmed with Enter; pasted ones are split at commas, spaces and line breaks.
 */
function ListInput({ field, value, onChange, error, ...rest }: InputProps) {
  const { t } = useTranslation()
  // The input drops an item that is there already; without a word it would seem to be lost.
  const [isTwice, setTwice] = useState(false)
  return (
    <LateTagsInput
      {...rest}
      error={error ?? (isTwice && sentenceOf('duplicate_item'))}
      onDuplicate={() => setTwice(true)}
      onSearchChange={(text) => text !== '' && setTwice(false)}
      required={Boolean(field.minItems)}
      description={field.help}
      placeholder={t('input.addItem')}
      data={field.values ? [...field.values] : []}
      splitChars={field.kind === 'textList' ? [';', '\n'] : [',', ';', ' ', '\n']}
      acceptValueOnBlur
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(items) => {
        setTwice(false)
        onChange(items)
      }}
    />
  )
}

/** Edits a few known values, each with a checkbox, kept in the list's order and displayed by their API names. */
function ChoicesInput({ field, value, onChange, onBlur, ...rest }: InputProps) {
  const { 'data-autofocus': autofocus, 'data-path': path, disabled, placeholder: _, ...group } = rest
  const values = useValues(field)
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <Checkbox.Group
      {...group}
      required={Boolean(field.minItems)}
      value={chosen}
      onChange={(next) => onChange(values.filter((each) => next.includes(each)))}
    >
      <div className={classes.choices}>
        {values.map((each, index) => (
          <Checkbox
            key={each}
            size="md"
            value={each}
            label={itemLabel(field, each)}
            disabled={disabled}
            onBlur={onBlur}
            {...(index === 0 ? { 'data-path': path, 'data-autofocus': autofocus } : {})}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
