import { type Outage, recordOutages } from './outage.ts'

/** A link to something outside that mail comes from or goes to, for operators. */
export interface LinkState {
  /** Without a password. */
  name: string
  /** Why it doesn't work, or what needs to be fixed although it does. */
  problem: string | undefined
  lastSuccess: Date | undefined
  lastError: { at: Date; sentence: string } | undefined
  /** Seconds since it began to fail; 0 while it works. */
  lagSeconds: number
}

export interface Link {
  outage: Outage
  succeeded: (complaint?: string) => void
  /** With `isElsewhere`, something else is unavailable, whose outage is reported. */
  failed: (sentence: string, options?: { isElsewhere?: boolean }) => void
  /** It failed once, and works nevertheless. */
  stumbled: (sentence: string) => void
  state: () => LinkState
}

/** Records how a link does. */
export function openLink(name: string): Link {
  const outage = recordOutages()
  let problem: string | undefined
  let lastSuccess: Date | undefined
  let lastError: LinkState['lastError']
  let failingSince: number | undefined
  const stumbled = (sentence: string) => {
    lastError = { at: new Date(), sentence }
  }
  return {
    outage,
    succeeded: (complaint) => {
      problem = complaint
      lastSuccess = new Date()
      failingSince = undefined
      outage.end()
    },
    failed: (sentence, { isElsewhere = false } = {}) => {
      stumbled(sentence)
      problem = sentence
      failingSince ??= performance.now()
      if (!isElsewhere) outage.begin(sentence)
    },
    stumbled,
    state: () => ({
      name,
      problem,
      lastSuccess,
      lastError,
      lagSeconds: failingSince === undefined ? 0 : Math.round((performance.now() - failingSince) / 1000),
    }),
  }
}
