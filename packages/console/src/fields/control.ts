import type { Field } from '@courtcrier/contract/fields/field.ts'
import type { Filter } from '@courtcrier/contract/query.ts'
import type { ComponentType, ReactNode } from 'react'
import type { FilterChange } from './choosing.ts'

export interface CellProps {
  value: unknown
  field: Field
  /** Whether the whole value is shown, not just one line of it. */
  isFull?: boolean
}

export interface InputProps {
  field: Field
  value?: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
  label: string
  error?: ReactNode
  disabled?: boolean
  placeholder?: string
  /** Marks the input, so that the form can find and focus it. */
  'data-path'?: string
  /** Makes the enclosing dialog focus it first. */
  'data-autofocus'?: true
}

export interface FilterProps {
  name: string
  field: Field
  filter: Filter | undefined
  /** The current filter; undefined while it is incomplete. */
  onChange: (change: FilterChange) => void
}

/** What a cell shows: one line, or two where rows have room for them. */
export type CellText = string | readonly [first: string, second: string]

/** Returns the title of a record that a cell refers to; undefined while it isn't known. */
export type TitleOf = (entity: string, id: string) => string | undefined

/** How a kind of field is displayed. */
export interface FieldControl {
  Cell: ComponentType<CellProps>
  /** Width of its column in pixels while its texts aren't known. */
  width: number
  /** The text its cell shows, by which its column is as wide as needed; undefined while it isn't known. */
  text: (value: unknown, field: Field, titleOf: TitleOf) => CellText | undefined
  /** Whether its values are never broken or cut off, because half of one is useless or misleading. */
  isWhole?: boolean
  /** Whether values are right-aligned, as numbers are. */
  isRight?: boolean
  /** Whether a value is chosen in one act, so that it is whole at once: nothing more is typed. */
  isChosen?: boolean
}

/** How a kind of field is edited, and filtered by. */
export interface FieldInput {
  Input: ComponentType<InputProps>
  /** Absent if tables can't be filtered by it. */
  Filter?: ComponentType<FilterProps>
}
