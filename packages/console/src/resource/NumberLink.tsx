import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListLink } from './list-link.ts'

interface NumberLinkProps {
  link: ListLink | undefined
  /** Read by screen readers instead of the bare number. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** Shows a number that opens the list behind it; just the number if the role can't open the list. */
export function NumberLink({ link, label, className, children }: NumberLinkProps) {
  if (!link) return <span className={className}>{children}</span>
  return (
    <Link to={link.to} search={link.search} className={className} {...(label ? { 'aria-label': label } : {})}>
      {children}
    </Link>
  )
}
