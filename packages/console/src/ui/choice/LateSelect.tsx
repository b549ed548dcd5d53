import {
  ComboboxChevron,
  getOptionsLockup,
  getParsedComboboxData,
  InputBase,
  InputClearButton,
  type SelectProps,
} from '@mantine/core'
import type { FocusEvent } from 'react'
import { useHandOver } from './use-hand-over.ts'

type ControlledProps = Omit<SelectProps, 'defaultValue'>

/** A Mantine `Select` whose list is loaded when someone reaches a field; until then an input stands in for it. */
export function LateSelect(props: ControlledProps) {
  const { choices, takeOver, ...hand } = useHandOver({ searchable: props.searchable ?? false })
  if (choices) return <choices.Select {...props} ref={takeOver} />
  return <StandIn {...props} {...hand} />
}

type StandInProps = ControlledProps & Pick<ReturnType<typeof useHandOver>, 'standIn' | 'typed'>

function StandIn({ standIn, typed, value, onChange, data, searchable, clearable, ...props }: StandInProps) {
  const shown = value ? getOptionsLockup(getParsedComboboxData(data))[value]?.label : undefined
  const { onBlur, error } = props
  return (
    <InputBase
      {...plainProps(props)}
      {...standIn}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        standIn.onBlur()
        onBlur?.(event)
      }}
      __staticSelector="Select"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      pointer={!searchable}
      readOnly={props.readOnly || !searchable}
      value={typed || (shown ?? '')}
      rightSectionPointerEvents="none"
      __defaultRightSection={<ComboboxChevron size="sm" error={error} />}
      __clearable={Boolean(clearable && value && !props.disabled)}
      __clearSection={
        <InputClearButton
          tabIndex={-1}
          aria-hidden
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange?.(null as never, undefined as never)}
        />
      }
    />
  )
}

/** Returns what an input without a list has too. */
function plainProps(props: Omit<ControlledProps, 'value' | 'onChange' | 'data' | 'searchable' | 'clearable'>) {
  const { allowDeselect, comboboxProps, filter, limit, nothingFoundMessage, openOnFocus, renderOption, ...others } =
    props
  const { onSearchChange, onDropdownOpen, ...plain } = others
  return plain
}
