import { type CheckStep, type CheckStepName, checkStepNames } from '@courtcrier/contract/credential-test.ts'
import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import { longestMs, type Pace } from '@courtcrier/lib/pace.ts'
import type { Connector, Problem } from '../connector.ts'

/**
 * Ends waits for folders that the operating system doesn't answer for, such as a network share whose server hangs. What
 * it was asked can't be broken off and keeps a thread until it answers, so it is asked little at a time, and nothing
 * more of a folder that has something unanswered.
 */
export interface FolderPatience {
  /** The connector of a folder, with limits on how long and how often it is asked. */
  of: (root: string, connector: Connector) => Connector
}

interface PatienceOptions {
  pace: Pace
  /** What one folder is asked at a time, and all together: fewer than there are threads. */
  mostTogether: number
  mostOfAll: number
}

export function openFolderPatience({ pace, mostTogether, mostOfAll }: PatienceOptions): FolderPatience {
  const ofFolder = openKeyedLimiter(mostTogether)
  const ofAll = openKeyedLimiter(mostOfAll)
  const folders = new Map<string, Ask>()
  const askerOf = (root: string) => {
    const inTurn: InTurn = (work) => ofFolder.run(root, () => ofAll.run('', work))
    const asker = folders.get(root) ?? openAsker(inTurn, pace)
    folders.set(root, asker)
    return asker
  }
  return {
    of: (root, { ensureFolder, put, exists, link, check }) => {
      const ask = askerOf(root)
      return {
        ensureFolder: (path, options) => ask(() => ensureFolder(path, options)),
        put: (file) => ask(() => put(file), file.size),
        exists: (path) => ask(() => exists(path)),
        link,
        check: async () => {
          const steps = await ask(check)
          return 'problem' in steps ? checkStepNames.map((step) => unansweredStep(step, steps)) : steps
        },
      }
    },
  }
}

function unansweredStep(step: CheckStepName, { sentence }: Problem): CheckStep {
  if (step === 'connect') return { step, state: 'failed', sentence }
  return { step, state: 'skipped', sentence: 'Not tried, because an earlier step failed.' }
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>
type Ask = <T extends object>(work: () => Promise<T>, bytes?: number) => Promise<T | Problem>

function openAsker(inTurn: InTurn, pace: Pace): Ask {
  /** What was given up and isn't answered yet. */
  let unanswered = 0
  let silence = openSilence()
  const problem: Problem = {
    problem: 'transient',
    sentence: `The storage folder doesn't answer, so nothing is saved there until it does. Is its server reachable?`,
    isUnanswered: true,
  }
  const begin = async <T>(work: () => Promise<T>, { bytes, given }: { bytes: number; given: Given }) => {
    if (given.isUp) return undefined
    given.hasBegun = true
    const timer = setTimeout(silence.fall, longestMs(pace, bytes))
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      given.hasEnded = true
      if (given.isUp) unanswered--
    }
  }
  return async (work, bytes = 0) => {
    if (unanswered > 0) return problem
    if (silence.hasFallen()) silence = openSilence()
    const given: Given = { isUp: false, hasBegun: false, hasEnded: false }
    const answer = inTurn(() => begin(work, { bytes, given }))
    // After it was given up, no one is interested in how it failed.
    answer.catch(() => undefined)
    const first = await Promise.race([answer, silence.fallen])
    if (first !== undefined) return first
    given.isUp = true
    if (given.hasBegun && !given.hasEnded) unanswered++
    return problem
  }
}

/** Whether something was given up, and how far it has got. */
interface Given {
  isUp: boolean
  hasBegun: boolean
  hasEnded: boolean
}

/** Everything that waits for a folder is given up together, since it would wait for the same. */
function openSilence() {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  let hasFallen = false
  return {
    fallen: promise,
    hasFallen: () => hasFallen,
    fall: () => {
      hasFallen = true
      resolve(undefined)
    },
  }
}
