import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

interface EmptyStateProps {
  title: string
  text?: ReactNode
  /** The next step. */
  action?: ReactNode
  /** Whether it takes the place of a whole page, so that its title is the page's. */
  isPage?: boolean
}

/** Shows why there is nothing to show, and the next step. */
export function EmptyState({ title, text, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={classes.empty}>
      <Title className={classes.title}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
