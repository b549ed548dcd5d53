import type { CellProps } from './face.ts'

/** A value that is its own text. */
export function TextCell({ value }: CellProps) {
  return <>{value === null || value === undefined ? '' : String(value)}</>
}
