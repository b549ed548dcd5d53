import type { CellProps } from './face.ts'

const format = new Intl.NumberFormat('en-US')

export function NumberCell({ value }: CellProps) {
  return <span className="num">{typeof value === 'number' ? format.format(value) : ''}</span>
}
