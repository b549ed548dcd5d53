import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListLink } from './list-links.ts'

interface NumberLinkProps {
  link: ListLink | undefined
  /** What a screen reader says instead of the bare number. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** A number that opens the list behind it; the number alone where the role cannot open the list. */
export function NumberLink({ link, label, className, children }: NumberLinkProps) {
  if (!link) return <span className={className}>{children}</span>
  return (
    <Link to={link.to} search={link.search} className={className} {...(label ? { 'aria-label': label } : {})}>
      {children}
    </Link>
  )
}
