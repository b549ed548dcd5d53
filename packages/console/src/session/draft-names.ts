import { dropStored } from '../ui/stored.ts'
import { getSession } from './session-store.ts'

/** Returns the storage key of a user's draft in this tab; undefined if no one is signed in. */
export function draftName(of: string): string | undefined {
  const user = getSession()?.user.id
  return user && `${prefix}${user}.${of}`
}

/** Drops everyone else's drafts; everyone's if no user is given. */
export function dropDrafts({ except }: { except?: string } = {}): void {
  dropStored('session', (name) => name.startsWith(prefix) && !(except && name.startsWith(`${prefix}${except}.`)))
}

const prefix = 'draft.'
