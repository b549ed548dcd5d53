import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { createContext, useContext } from 'react'
import type { FormScope } from './form-values.ts'

interface EnclosingForm {
  scope: FormScope
  /** The form's current values. */
  values: AnyRow
}

/** The form that an input of a resource's own is in, for one that depends on what else is entered. */
export const EnclosingFormContext = createContext<EnclosingForm | undefined>(undefined)

export function useEnclosingForm(): EnclosingForm | undefined {
  return useContext(EnclosingFormContext)
}
