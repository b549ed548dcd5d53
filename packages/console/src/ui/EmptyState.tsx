import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

interface EmptyStateProps {
  title: string
  text?: ReactNode
  /** The next step. */
  action?: ReactNode
}

/** Shows why there is nothing to show, and the next step. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
