import type { CellProps } from './face.ts'

/** Several texts, with commas between; a line each where there is room. */
export function ListCell({ value, isFull }: CellProps) {
  const items = Array.isArray(value) ? value.map(String) : []
  if (!isFull) return <>{items.join(', ')}</>
  return (
    <>
      {items.map((item) => (
        <div key={item}>{item}</div>
      ))}
    </>
  )
}
