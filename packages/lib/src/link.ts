import { type Outage, recordOutages } from './outage.ts'

/** A link to something outside that mail comes from or goes to, for operators. */
export interface LinkState {
  /** Without a password. */
  name: string
  /** Why it doesn't work, or what needs to be fixed although it does. */
  problem: string | undefined
  lastSuccess: Date | undefined
  lastError: { at: Date; sentence: string } | undefined
  /** Seconds for which it has been behind: since it began to fail, or since the oldest of what is known to wait arrived. */
  lagSeconds: number
}

export interface Link {
  outage: Outage
  /** With `waitingSince`, something that arrived then is still waiting. */
  succeeded: (complaint?: string, waitingSince?: Date) => void
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
  let behindSince: number | undefined
  const stumbled = (sentence: string) => {
    lastError = { at: new Date(), sentence }
  }
  return {
    outage,
    succeeded: (complaint, waitingSince) => {
      problem = complaint
      lastSuccess = new Date()
      // The clock may be set while it waits.
      behindSince = waitingSince && performance.now() - Math.max(Date.now() - waitingSince.getTime(), 0)
      outage.end()
    },
    failed: (sentence, { isElsewhere = false } = {}) => {
      stumbled(sentence)
      problem = sentence
      behindSince ??= performance.now()
      if (!isElsewhere) outage.begin(sentence)
    },
    stumbled,
    state: () => ({
      name,
      problem,
      lastSuccess,
      lastError,
      lagSeconds: behindSince === undefined ? 0 : Math.round((performance.now() - behindSince) / 1000),
    }),
  }
}
