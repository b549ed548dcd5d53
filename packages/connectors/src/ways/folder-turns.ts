import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'

/**
 * Turns at making one folder, of which there is one at a time in all processes and for all credentials of a firm: where
 * names repeat, two that look and then make it would leave two.
 */
export interface FolderTurns {
  run: <T>(key: FolderKey, work: () => Promise<T>) => Promise<T>
  /** What is remembered of a folder that a service has accepted and doesn't show yet. */
  awaited: AwaitedFolders
}

export interface AwaitedFolders {
  find: (key: FolderKey) => Promise<unknown>
  keep: (key: FolderKey, state: object) => Promise<void>
  forget: (key: FolderKey) => Promise<void>
}

/** A folder within another, by the service's ID of that. Folders of two services with one key only take turns. */
export interface FolderKey {
  firmId: number
  parentId: string
  name: string
}

/** Returns a folder's key as text, without regard to case: most services find a name in any. */
export function folderKeyText({ parentId, name }: FolderKey): string {
  return `${parentId} ${name}`.toLowerCase()
}

/** Turns of a process that is the only one. What it awaits is lost with it. */
export function openLocalFolderTurns(states = new Map<string, unknown>()): FolderTurns {
  const turns = openKeyedLimiter(1)
  const awaited = (key: FolderKey) => `${key.firmId} awaited ${folderKeyText(key)}`
  return {
    run: (key, work) => turns.run(`${key.firmId} ${folderKeyText(key)}`, work),
    awaited: {
      find: async (key) => states.get(awaited(key)),
      keep: async (key, state) => void states.set(awaited(key), structuredClone(state)),
      forget: async (key) => void states.delete(awaited(key)),
    },
  }
}
