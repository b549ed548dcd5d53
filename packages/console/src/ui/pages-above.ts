import { createContext } from 'react'

export interface Crumb {
  to: string
  label: string
  search?: Record<string, string>
}

/** The pages above whatever page is shown, outermost first; empty if it is in the navigation itself. */
export const PagesAbove = createContext<readonly Crumb[]>([])
