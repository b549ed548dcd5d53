import { recentName } from '../../session/local-data.ts'
import { getSession } from '../../session/session-store.ts'
import { readStored, writeStored } from '../../ui/stored.ts'
import type { PaletteItem, Target } from './palette-item.ts'

/** Choices made from the palette: pages and actions by ID, records with their titles. */
export interface Recent {
  id: string
  record?: { label: string; detail?: string; to: Target }
}

const mostKept = 12

/** Returns the user's recent choices in this browser, newest first. */
export function readRecent(): readonly Recent[] {
  const user = getSession()?.user.id
  return (user && readStored<Recent[]>(recentName(user))) || []
}

export function rememberChoice({ id, label, detail, to }: PaletteItem): void {
  const user = getSession()?.user.id
  if (!user) return
  const choice: Recent = to ? { id, record: { label, to, ...(detail ? { detail } : {}) } } : { id }
  const others = readRecent().filter((recent) => recent.id !== id)
  writeStored(recentName(user), [choice, ...others].slice(0, mostKept))
}
