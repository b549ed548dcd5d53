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
