import {
  ComboboxChevron,
  getOptionsLockup,
  getParsedComboboxData,
  type MultiSelectProps,
  Pill,
  PillsInput,
  type TagsInputProps,
} from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, useId } from 'react'
import { useHandOver } from './use-hand-over.ts'

/** A searchable Mantine `MultiSelect` whose list is loaded when someone reaches a field, like `LateSelect`. */
export function LateMultiSelect(props: MultiSelectProps) {
  const { choices, takeOver, ...hand } = useHandOver({ searchable: true })
  if (choices) return <choices.MultiSelect {...props} ref={takeOver} />
  const labels = getOptionsLockup(getParsedComboboxData(props.data))
  const { allowDeselect, filter, nothingFoundMessage, openOnFocus, renderOption, searchable, ...plain } = props as Props
  return <StandIn {...plain} {...hand} name="MultiSelect" labelOf={(value) => labels[value]?.label ?? value} hasList />
}

/** A Mantine `TagsInput` that is loaded when someone reaches a field. */
export function LateTagsInput(props: TagsInputProps) {
  const { acceptValueOnBlur, onDuplicate, splitChars = [], ...plain } = props
  const add = (text: string) => {
    const { added, twice } = newItems(text, { value: props.value ?? [], splitChars })
    if (twice !== undefined) onDuplicate?.(twice)
    if (added.length > 0) props.onChange?.([...(props.value ?? []), ...added])
  }
  const { choices, takeOver, ...hand } = useHandOver({ searchable: true, onEntered: add })
  if (choices) return <choices.TagsInput {...props} ref={takeOver} />
  return <StandIn {...(plain as Props)} {...hand} name="TagsInput" labelOf={(value) => value} />
}

interface Known {
  value: readonly string[]
  splitChars: readonly string[]
}

/** Returns the items of a text that are not in the list yet, and one that is. */
export function newItems(text: string, { value, splitChars }: Known): { added: string[]; twice?: string } {
  const parts = splitChars.reduce((found, each) => found.flatMap((part) => part.split(each)), [text])
  const known = new Set(value.map((each) => each.toLowerCase()))
  const added: string[] = []
  let twice: string | undefined
  for (const item of parts.map((part) => part.trim()).filter((part) => part !== '')) {
    if (known.has(item.toLowerCase())) twice = item
    else added.push(item)
    known.add(item.toLowerCase())
  }
  return { added, ...(twice !== undefined ? { twice } : {}) }
}

/** Returns the value without its last item if a key takes that away: Backspace where nothing is typed. */
export function valueAfter(
  { key }: Pick<KeyboardEvent, 'key'>,
  { typed, value }: { typed: string; value: string[] },
): string[] | undefined {
  return key === 'Backspace' && typed === '' && value.length > 0 ? value.slice(0, -1) : undefined
}

type StyleProps = 'attributes' | 'classNames' | 'styles' | 'variant' | 'vars'

type Props = Omit<MultiSelectProps, StyleProps | 'value' | 'onChange' | 'defaultValue' | 'type'> & {
  value?: string[]
  onChange?: (value: string[]) => void
  allowDeselect?: boolean
}

type StandInProps = Props &
  Pick<ReturnType<typeof useHandOver>, 'standIn' | 'typed'> & {
    name: 'MultiSelect' | 'TagsInput'
    labelOf: (value: string) => string
    hasList?: boolean
  }

function StandIn({ standIn, typed, name, labelOf, hasList, value = [], onChange, ...props }: StandInProps) {
  const id = useId()
  const { label, description, error, required, disabled, size, comboboxProps, data, ...field } = props
  const { onSearchChange, onDropdownOpen, onBlur, ...rest } = field
  return (
    <PillsInput
      {...{ id, label, description, error, required, disabled, size }}
      __staticSelector={name}
      rightSectionPointerEvents="none"
      __defaultRightSection={hasList && <ComboboxChevron size="sm" error={error} />}
      onPointerEnter={standIn.onPointerEnter}
    >
      <Pill.Group disabled={disabled}>
        <Chosen {...{ value, onChange, disabled, labelOf }} />
        <PillsInput.Field
          {...rest}
          {...standIn}
          onKeyDown={(event: KeyboardEvent) => {
            standIn.onKeyDown(event)
            const left = disabled ? undefined : valueAfter(event, { typed, value })
            if (left) onChange?.(left)
          }}
          onBlur={(event: FocusEvent<HTMLInputElement>) => {
            standIn.onBlur()
            onBlur?.(event)
          }}
          id={id}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          autoComplete="off"
          required={required && value.length === 0}
          disabled={disabled}
          value={typed}
        />
      </Pill.Group>
    </PillsInput>
  )
}

function Chosen({
  value = [],
  onChange,
  disabled,
  labelOf,
}: Pick<StandInProps, 'value' | 'onChange' | 'disabled' | 'labelOf'>) {
  return value.map((each) => (
    <Pill
      key={each}
      withRemoveButton
      disabled={disabled}
      onRemove={() => onChange?.(value.filter((other) => other !== each))}
    >
      {labelOf(each)}
    </Pill>
  ))
}
