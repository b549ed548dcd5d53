import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** Where the page lies, above its title. */
  crumbs?: ReactNode
  /** A few words beside the title, such as how fresh the page is. */
  aside?: ReactNode
  /** Buttons, at the far end. */
  actions?: ReactNode
  /** What stands under the title, such as tabs. */
  children?: ReactNode
}

/** The head of a page: its one title, what can be done, and what narrows it down. */
export function PageHeader({ title, crumbs, aside, actions, children }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      {crumbs}
      <div className={classes.line}>
        <h1 className={classes.title}>{title}</h1>
        {aside && <div className={classes.aside}>{aside}</div>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </header>
  )
}
