import { dropStored } from '../ui/stored.ts'
import { getSession } from './session-store.ts'

/** Under what a person's draft is kept in this tab; undefined when nobody is signed in. */
export function draftName(of: string): string | undefined {
  const user = getSession()?.user.id
  return user && `${prefix}${user}.${of}`
}

/** Drops the drafts of everybody but the person; of everybody when nobody is named. */
export function dropDrafts({ except }: { except?: string } = {}): void {
  dropStored('session', (name) => name.startsWith(prefix) && !(except && name.startsWith(`${prefix}${except}.`)))
}

const prefix = 'draft.'
