import { createContext, useContext } from 'react'

/** A record that is to be made because a field could not find it. */
export interface InPlaceRequest {
  entity: string
  /** What was typed. */
  text: string
  onCreated: (id: string) => void
}

export interface InPlace {
  /** What people call one record, when the role may make some; undefined when it may not. */
  wordFor: (entity: string) => string | undefined
  open: (request: InPlaceRequest) => void
}

/** How fields make the records they lead to; absent outside of forms. */
export const InPlaceContext = createContext<InPlace | undefined>(undefined)

export function useInPlace(): InPlace | undefined {
  return useContext(InPlaceContext)
}

/** The choice that makes a record instead of taking one; no id is this. */
export const addChoice = '+'
