import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { itemLabel } from '../i18n/labels.ts'
import { ContainsFilter } from './ContainsFilter.tsx'
import { useValues } from './choices.ts'
import type { CellProps, FieldControl, InputProps } from './control.ts'
import classes from './fields.module.css'
import { lateInputs } from './late-inputs.ts'

const cell = {
  Cell: ListCell,
  width: 220,
  text: (value: unknown) => (Array.isArray(value) ? value.map(String).join(', ') : ''),
}

export const textListControl: FieldControl = { ...cell, Input: TextListInput, Filter: ContainsFilter }
export const emailListControl: FieldControl = { ...cell, Input: ListInput, Filter: ContainsFilter }
export const domainListControl: FieldControl = { ...cell, Input: ListInput, Filter: ContainsFilter }

/** Shows several texts, separated by commas; one per line if there is room. */
function ListCell({ value, isFull }: CellProps) {
  const items = Array.isArray(value) ? value.map(String) : []
  if (!isFull) return <>{items.join(', ')}</>
  return (
    <>
      {items.map((item) => (
        <div key={item}>{item}</div>
      ))}
    </>
  )
}

/** Edits a list: free texts are typed, and a small set of known values gets checkboxes. */
function TextListInput(props: InputProps) {
  return props.field.values ? <ChoicesInput {...props} /> : <ListInput {...props} />
}

/**
 * Edits several texts, each typed and confirmed with Enter; pasted ones are split at commas, spaces and line breaks.
 */
function ListInput({ field, value, onChange, error, ...rest }: InputProps) {
  const { TagsInput, sentenceOf } = lateInputs()
  const { t } = useTranslation()
  // The input drops an item that is there already; without a word it would seem to be lost.
  const [isTwice, setTwice] = useState(false)
  return (
    <TagsInput
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
  const { Checkbox } = lateInputs()
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
