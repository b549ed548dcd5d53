import { type ReactNode, useId } from 'react'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LoadingRows } from '../ui/Loading.tsx'
import classes from './FormPanel.module.css'

interface FormPanelProps<T> {
  title: string
  /** Content shown before the result arrives. */
  lead?: ReactNode
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** How many placeholder lines to show until then. */
  lines: number
  children: (data: T) => ReactNode
}

/** Shows the server's computed result below the fields of a record's form, or why there is none. */
export function FormPanel<T>({ title, lead, query: { data, error, refetch }, lines, children }: FormPanelProps<T>) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {lead}
      {data === undefined && error && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && !error && <LoadingRows count={lines} />}
      {data !== undefined && children(data)}
    </section>
  )
}
