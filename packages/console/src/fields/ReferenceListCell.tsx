import type { CellProps } from './face.ts'
import { idsOf } from './ids-of.ts'
import { RecordTitle } from './RecordTitle.tsx'

export function ReferenceListCell({ value, field, isFull }: CellProps) {
  return (
    <>
      {idsOf(value).map((id, index) => (
        <span key={id}>
          {index > 0 && (isFull ? <br /> : ', ')}
          <RecordTitle entity={field.resource ?? ''} id={id} />
        </span>
      ))}
    </>
  )
}
