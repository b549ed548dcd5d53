import type { CheckStep } from '@courtcrier/contract/credential-test.ts'

/**
 * A place where copies of documents are stored, below one root that belongs to one firm. Paths are relative,
 * with `/`, and already legal everywhere (storage/safe-path.ts). Nothing here throws for what the other side
 * answers: problems are values with a class that decides what happens next.
 */
export interface Connector {
  /**
   * Makes the folder and its parents, or adopts them when they are there; `made` says that one was made now. Where
   * folders may not be made, one that is missing is a problem.
   */
  ensureFolder: (path: string, options?: { mayMake?: boolean }) => Promise<ReadyFolder | Problem>
  /**
   * Stores a file whose folder is there. Never overwrites: the same bytes under the name are adopted, other
   * bytes are a conflict. Whole and durable when it resolves, and called again after a crash it leaves one file.
   */
  put: (file: FileToStore) => Promise<Stored | Problem>
  /** Whether a file has this path. */
  exists: (path: string) => Promise<{ exists: boolean } | Problem>
  /** The address under which a person opens the file; undefined where there is none. */
  link: (path: string) => string | undefined
  /** For the credential's test: connects, makes a folder, writes, reads, links and deletes. */
  check: () => Promise<readonly CheckStep[]>
}

export interface ReadyFolder {
  ready: true
  made: boolean
}

export interface FileToStore {
  path: string
  /** The same for every try of the same copy; kept by the other side where it has a slot for it. */
  idempotencyKey: string
  /** 1 for the first try; later ones also clear away what an interrupted one may have left. */
  attempt: number
  /** 64 lower-case hexadecimal digits. */
  sha256: string
  /** In bytes. */
  size: number
  /** The bytes from the start; may be asked for more than once. */
  open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  /** What the policy says of the document, for places that keep such things. */
  properties: Readonly<Record<string, string>>
}

export interface Stored {
  /** True when the bytes were there already. */
  wasThere: boolean
  /** What the place did not do, as a sentence; the file is stored all the same. */
  remark?: string
}

/**
 * - auth: the credential was refused; a person has to act, but it may be repaired meanwhile.
 * - throttled: too much at once; `retryAfterMs` when the other side says how long.
 * - conflict: another file has the name.
 * - rejected: it will be refused again.
 * - transient: anything that may be different later.
 */
export type ProblemClass = 'auth' | 'throttled' | 'conflict' | 'rejected' | 'transient'

export interface Problem {
  problem: ProblemClass
  sentence: string
  retryAfterMs?: number
}
