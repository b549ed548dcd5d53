/** What a service publishes about its API, as far as the connector uses it, and where that is wrong. */
export interface PublishedContract {
  /** In failures. */
  service: string
  /** Written by `scripts/cut-contract.ts`, or by hand where the service publishes no description for programs. */
  file: URL
  /** Where it was published. */
  source: string
  license: { name: string; url?: string }
  /** What the connector calls: the method, and the path as published, without that of a server. */
  operations: readonly string[]
  /** What is kept of records that have much more than the connector reads, by the name of the schema. */
  kept?: Readonly<Record<string, readonly string[]>>
  exceptions: readonly ContractException[]
}

/** Where the service is known to do something else than it publishes, or publishes nothing. */
export interface ContractException {
  /** What shows that. */
  reason: string
  /** What there is at places in the contract instead, by JSON pointer; undefined removes what is there. */
  changes?: Readonly<Record<string, unknown>>
  /** Statuses that any call may be answered with, with any body. */
  statuses?: readonly number[]
  /** Calls of which nothing is published: the method and the beginning of the path. */
  unpublished?: RegExp
}
