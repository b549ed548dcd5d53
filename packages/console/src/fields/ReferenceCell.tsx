import type { CellProps } from './face.ts'
import { RecordTitle } from './RecordTitle.tsx'

export function ReferenceCell({ value, field }: CellProps) {
  return <RecordTitle entity={field.resource ?? ''} id={typeof value === 'string' ? value : null} />
}
