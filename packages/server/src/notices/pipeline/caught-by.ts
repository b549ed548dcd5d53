import type { Returned } from '../returned.ts'

/** The kinds of a firm's rules for ignoring messages that are many rules each. */
export type IgnoringKind = 'ignored_cases' | 'ignored_statuses' | 'ignored_domains'

/** One of the firm's rules that ignores a message. It is saved with the item, so that what each caught can be counted. */
export interface CaughtBy {
  kind: IgnoringKind
  /** The ID of an ignored case, or the entry of the firm's list. */
  rule: string
}

/** Why a message is ignored, and by which of the firm's rules. */
export interface Ignored {
  sentence: string
  by: readonly CaughtBy[]
}

/** What is known of a message that needs no one. */
export interface Ignoring {
  by?: readonly CaughtBy[]
  /** Set if it reports that an email of Courtcrier wasn't delivered. */
  returned?: Returned
  /** The firm's cases that it is of. */
  caseIds?: readonly string[]
  /** The cases of an email of Courtcrier that it returns, repeats or answers. */
  otherCaseIds?: readonly string[]
}
