import type { CheckStep } from '@courtcrier/contract/credential-test.ts'
import type { PlannedProperty } from './planned-property.ts'

/**
 * A location where copies of documents are saved, below a root that belongs to one firm. Paths are relative, with `/`,
 * and already legal everywhere (outbox/copies/safe-path.ts). Nothing throws because of what the other side answers:
 * problems are values with a class that determines the next step.
 */
export interface Connector {
  /**
   * Creates the folder and its parents, or adopts existing ones; `made` says whether one was created. If folders may
   * not be created, a missing one is a problem.
   */
  ensureFolder: (path: string, options?: { mayMake?: boolean }) => Promise<ReadyFolder | Problem>
  /**
   * Saves a file whose folder exists. Never overwrites: a file of the same bytes under the name is adopted, other bytes
   * are a conflict. The file is complete and durable when the promise resolves, and calling again after a crash leaves
   * one file.
   */
  put: (file: FileToStore) => Promise<Stored | Problem>
  /** Whether a file has this path. */
  exists: (path: string) => Promise<{ exists: boolean } | Problem>
  /** The address at which a person opens the file; undefined if there is none. */
  link: (path: string) => string | undefined
  /**
   * Returns what the DMS gets of a document's properties, and what it doesn't and why, as `put` sends them. Absent where
   * none are stored.
   */
  plan?: (properties: FileToStore['properties']) => Promise<readonly PlannedProperty[] | Problem>
  /** For testing the credential: connects, creates a folder, writes, reads, links and deletes. */
  check: () => Promise<readonly CheckStep[]>
}

export interface ReadyFolder {
  ready: true
  made: boolean
}

export interface FileToStore {
  path: string
  /** The same for every attempt at one copy. The other side saves it if it has a field for it. */
  idempotencyKey: string
  /** 1 for the first attempt. Later ones also remove what an interrupted one may have left. */
  attempt: number
  /** 64 lower-case hexadecimal digits. */
  sha256: string
  /** In bytes. */
  size: number
  /** The bytes from the start. May be called more than once. */
  open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  /** The policy's properties of the document, for a DMS that stores properties. */
  properties: Readonly<Record<string, string>>
  /** The firm's, for a service that keeps a date with a document; UTC if absent. */
  timeZone?: string
}

export interface Stored {
  /** Whether the same bytes were already there. */
  wasThere: boolean
  /** A sentence on what the DMS didn't do; the file is saved anyway. */
  remark?: string
  /** The address at which a person opens the file, where only the DMS knows it; otherwise `link` says it. */
  link?: string
}

/**
 * - auth: the credential was refused. A person has to act, but it may be repaired in the meantime.
 * - throttled: too many requests; `retryAfterMs` if the other side says how long to wait.
 * - conflict: another file has the name.
 * - missing: a matter, workspace or folder isn't there, and only people create it, so it may be there later.
 * - rejected: another attempt would be refused too.
 * - transient: anything that may be different later.
 */
export type ProblemClass = 'auth' | 'throttled' | 'conflict' | 'missing' | 'rejected' | 'transient'

export interface Problem {
  problem: ProblemClass
  sentence: string
  /** What a test of the credential says instead, on the credential's page and with what to do. */
  inTest?: string
  retryAfterMs?: number
  /** The DMS wasn't asked, or isn't waited for: it was no attempt, and says nothing about the credential. */
  isUntried?: boolean
  /** The DMS couldn't be reached or didn't work, whatever it was asked: that says nothing about the credential either. */
  isPassing?: boolean
  /** The DMS couldn't be reached or didn't answer in time, as it would with any other file. */
  isUnanswered?: boolean
  /** Whether the DMS answered isn't known, because something on the way to it failed. */
  isUnclear?: boolean
}
