import type { CellProps } from './face.ts'
import { ResourceNameCell } from './ResourceNameCell.tsx'

/** A value that is its own text. */
export function TextCell({ value, field }: CellProps) {
  if (field.holds === 'resource' && typeof value === 'string') return <ResourceNameCell name={value} />
  return <>{value === null || value === undefined ? '' : String(value)}</>
}
