import { type ReactNode, useContext } from 'react'
import { Crumbs } from './Crumbs.tsx'
import classes from './PageHeader.module.css'
import { PagesAbove } from './pages-above.ts'

interface PageHeaderProps {
  title: ReactNode
  /** The page's position, above its title, if it is more than the pages above the whole page. */
  crumbs?: ReactNode
  /** A few words next to the title, such as how fresh the page is. */
  aside?: ReactNode
  /** Buttons, at the far end. */
  actions?: ReactNode
  /** Content below the title, such as tabs. */
  children?: ReactNode
}

/** Shows the header of a page: its title, its actions, and its filters. */
export function PageHeader({ title, crumbs, aside, actions, children }: PageHeaderProps) {
  const hasPagesAbove = useContext(PagesAbove).length > 0
  return (
    <header className={classes.header}>
      {crumbs ?? (hasPagesAbove && <Crumbs above={[]} />)}
      <div className={classes.line}>
        <h1 className={classes.title}>
          <bdi>{title}</bdi>
        </h1>
        {aside && <div className={classes.aside}>{aside}</div>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </header>
  )
}
