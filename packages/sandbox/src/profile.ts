import type { CourtKind } from './world/make-court.ts'

/** How the world behaves: what is filed and what goes wrong. Every value except the weights is a probability. */
export interface Profile {
  mix: Mix
  faults: FaultRates
  /** `wall`: filings are entered now. `simulated`: the n-th filing always has the same time, so bytes repeat. */
  clock: 'wall' | 'simulated'
  /** Which courts file. */
  kinds: readonly CourtKind[]
}

/** What is filed. The first four are relative weights. */
export interface Mix {
  withDocument: number
  /** Minute entries and text-only orders. */
  withoutDocument: number
  sealed: number
  /** Transcripts: listed with a link whose token is empty in every copy. */
  transcript: number
  /** Of filings with documents: one to six attachments. */
  attachments: number
  /** Of copies after the first: the link's token is empty. */
  emptyToken: number
  /** Of filings: one attorney also gets a regenerated notice. */
  regenerated: number
  /** Of filings: one of the odd ones (scenarios.ts). */
  odd: number
}

/** Faults of a link; each link has at most one. */
export interface FaultRates {
  /** The response is sent in chunks with pauses. */
  slow: number
  /** The first request gets a 500, later ones succeed. */
  serverError: number
  /** The first response stops midway and leaves the link unused. */
  cutOff: number
  /** Someone else, such as a mail scanner, opened the link before: it only leads to the login. */
  spent: number
}

export type ProfileName = 'demo' | 'test' | 'bench'

const noFaults: FaultRates = { slow: 0, serverError: 0, cutOff: 0, spent: 0 }

/** The three predefined profiles. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  bench: {
    clock: 'simulated',
    kinds: ['district'],
    mix: {
      withDocument: 1,
      withoutDocument: 0,
      sealed: 0,
      transcript: 0,
      attachments: 0.25,
      emptyToken: 0,
      regenerated: 0,
      odd: 0,
    },
    faults: noFaults,
  },
  demo: {
    clock: 'wall',
    kinds: ['district', 'bankruptcy', 'appellate', 'acms', 'state'],
    mix: {
      withDocument: 80,
      withoutDocument: 15,
      sealed: 2,
      transcript: 1,
      attachments: 0.35,
      emptyToken: 0.05,
      regenerated: 0.01,
      odd: 0.06,
    },
    faults: { slow: 0.05, serverError: 0.03, cutOff: 0.02, spent: 0.02 },
  },
  test: {
    clock: 'simulated',
    kinds: ['district'],
    mix: {
      withDocument: 75,
      withoutDocument: 15,
      sealed: 7,
      transcript: 3,
      attachments: 0.4,
      emptyToken: 0.1,
      regenerated: 0.05,
      odd: 0,
    },
    faults: { slow: 0.1, serverError: 0.1, cutOff: 0.1, spent: 0.05 },
  },
}
