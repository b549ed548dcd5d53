import { createContext, useContext } from 'react'

/** A record to create because a field couldn't find it. */
export interface InPlaceRequest {
  entity: string
  /** What was typed. */
  text: string
  onCreated: (id: string) => void
}

export interface InPlace {
  /** The name of one such record, if the role may create some; undefined if it may not. */
  wordFor: (entity: string) => string | undefined
  open: (request: InPlaceRequest) => void
}

/** How fields create the records they refer to; absent outside of forms. */
export const InPlaceContext = createContext<InPlace | undefined>(undefined)

export function useInPlace(): InPlace | undefined {
  return useContext(InPlaceContext)
}

/** The option that creates a record instead of choosing one; no ID equals it. */
export const addChoice = '+'
