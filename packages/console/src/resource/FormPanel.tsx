import { type ReactNode, useId } from 'react'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LoadingRows } from '../ui/Loading.tsx'
import classes from './FormPanel.module.css'

interface FormPanelProps<T> {
  title: string
  /** What is known before the answer. */
  lead?: ReactNode
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** How many lines stand for the answer until it is there. */
  lines: number
  children: (data: T) => ReactNode
}

/** Below the fields of a record's form: what the server makes of them, or why it cannot say. */
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
