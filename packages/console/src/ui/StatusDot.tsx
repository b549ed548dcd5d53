import type { ReactNode } from 'react'
import classes from './StatusDot.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'busy' | 'neutral'

/** A status: a word with a dot, never a colour alone. The dot of what is under way breathes. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.status} data-tone={tone}>
      {children}
    </span>
  )
}
