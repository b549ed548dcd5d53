import type { ReactNode } from 'react'
import classes from './StatusDot.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'busy' | 'neutral'

/** Shows a status: a word with a dot, never a color alone. The dot pulses while work is in progress. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.status} data-tone={tone}>
      {children}
    </span>
  )
}
