import type { Field } from '@courtcrier/contract/fields/field.ts'
import type { Filter } from '@courtcrier/contract/query.ts'
import type { ComponentType, ReactNode } from 'react'

export interface CellProps {
  value: unknown
  field: Field
  /** The whole value, not one line of it. */
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
  /** The dialog it stands in focuses it first. */
  'data-autofocus'?: true
}

export interface FilterProps {
  name: string
  field: Field
  filter: Filter | undefined
  /** The filter as it now is; undefined while it says nothing yet. */
  onChange: (filter: Filter | undefined) => void
}

/** How a kind of field is seen. */
export interface FieldCell {
  Cell: ComponentType<CellProps>
  /** Width of its column, in pixels; the first column also grows. */
  width: number
  /** Numbers stand right, under each other. */
  isRight?: boolean
}

/** How a kind of field is changed, and how tables are narrowed down by it. */
export interface FieldFace {
  Input: ComponentType<InputProps>
  /** Absent where tables cannot be filtered by it. */
  Filter?: ComponentType<FilterProps>
}
