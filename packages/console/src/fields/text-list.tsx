import { Fragment } from 'react'
import type { CellProps, FieldControl } from './control.ts'

/** Of lists of texts, email addresses and domains. */
export const textListControl: FieldControl = {
  Cell: ListCell,
  width: 220,
  text: (value: unknown) => (Array.isArray(value) ? value.map(String).join(', ') : ''),
}

/** Shows several texts, separated by commas; one per line if there is room. */
function ListCell({ value, isFull }: CellProps) {
  const items = Array.isArray(value) ? value.map(String) : []
  if (!isFull)
    return items.map((item, index) => (
      <Fragment key={item}>
        {index > 0 && ', '}
        <bdi>{item}</bdi>
      </Fragment>
    ))
  return (
    <>
      {items.map((item) => (
        <div key={item}>
          <bdi>{item}</bdi>
        </div>
      ))}
    </>
  )
}
