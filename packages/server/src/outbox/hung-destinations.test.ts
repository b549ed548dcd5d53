import type { Turn } from '@courtcrier/lib/turn-lanes.ts'
import { openTurns, type TurnLimits } from '@courtcrier/lib/turns.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chatConcurrency, chatTurns } from './chats/kind.ts'
import { copyConcurrency, copyTurns } from './copies/kind.ts'
import { callConcurrency, callTurns } from './webhooks/kind.ts'

const copies = { limits: copyTurns, slots: copyConcurrency }
const calls = { limits: callTurns, slots: callConcurrency }
const chats = { limits: chatTurns, slots: chatConcurrency }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test.each([
  { what: 'four firms’ stores', kind: copies, hung: hanging(4, { each: 60 }) },
  { what: 'twenty firms’ stores', kind: copies, hung: hanging(20, { each: 24 }) },
  { what: 'thirty stores of one firm', kind: copies, hung: hanging(30, { each: 24, isOneFirm: true }) },
  { what: 'a hundred webhooks of one firm', kind: calls, hung: hanging(100, { each: 4, isOneFirm: true }) },
  { what: 'forty channels of one firm', kind: chats, hung: hanging(40, { each: 4, isOneFirm: true }) },
])('$what that begin to hang together keep no slot from what answers in another firm', async ({ kind, hung }) => {
  const queue = openQueue(kind, hung)
  for (const at of [7_000, 30_000, 70_000, 120_000, 300_000])
    expect(await queue.leftOf(healthy('another firm'), at)).toBe(0)
})

test.each([
  { what: 'a hundred firms’ stores', kind: copies, hung: hanging(100, { each: 24 }) },
  { what: 'a hundred stores of one firm', kind: copies, hung: hanging(100, { each: 24, isOneFirm: true }) },
  { what: 'a hundred firms’ webhooks', kind: calls, hung: hanging(100, { each: 4 }) },
  { what: 'forty channels', kind: chats, hung: hanging(40, { each: 4 }) },
  { what: 'forty channels of one firm', kind: chats, hung: hanging(40, { each: 4, isOneFirm: true }) },
])('$what that hang keep no slot once they are known, also of their own firm', async ({ kind, hung }) => {
  const queue = openQueue(kind, hung)
  for (const at of [600_000, 635_000, 670_000])
    for (const firm of ['firm 0', 'another firm']) expect(await queue.leftOf(healthy(firm), at)).toBe(0)
})

interface Job {
  destination: string
  firm: string
  lastsMs: number
}

/** Work for a destination that answers at once. */
function healthy(firm: string): readonly Job[] {
  return Array.from({ length: 10 }, () => ({ destination: `healthy, ${firm}`, firm, lastsMs: 200 }))
}

/** Work for destinations that answer only when a minute is over. */
function hanging(count: number, { each, isOneFirm = false }: { each: number; isOneFirm?: boolean }): readonly Job[] {
  return Array.from({ length: count * each }, (_, n) => {
    const at = Math.floor(n / each)
    return { destination: `hung ${at}`, firm: isOneFirm ? 'firm 0' : `firm ${at}`, lastsMs: 60_000 }
  })
}

const stepMs = 100
/** More than what answers needs, also one by one, and far less than what hangs. */
const enoughMs = 15_000

interface Entry {
  job: Job
  dueAt: number
}

/** A queue as the worker's: what waits long steps aside, and as much as there are slots may do so. */
function openQueue({ limits, slots }: { limits: TurnLimits; slots: number }, first: readonly Job[]) {
  const turns = openTurns(limits)
  const begun = performance.now()
  const waiting = new Set<Entry>(first.map((job) => ({ job, dueAt: begun })))
  let running: { job: Job; endsAt: number; turn: Turn; isAside: boolean }[] = []
  /** What waits in its slot for a turn. */
  const forTurn = new Set<Job>()
  const aside = () => running.filter(({ isAside }) => isAside).length
  const end = (now: number) => {
    for (const { job, turn } of running.filter(({ endsAt }) => endsAt <= now)) {
      turn.end()
      if (job.lastsMs > enoughMs) waiting.add({ job, dueAt: now })
    }
    running = running.filter(({ endsAt }) => endsAt > now)
  }
  const begin = async ({ job }: Entry) => {
    forTurn.add(job)
    const turn = await turns.takeSoon(job.destination, job.firm)
    forTurn.delete(job)
    const now = performance.now()
    if (!('end' in turn)) return void waiting.add({ job, dueAt: now + turn.waitMs })
    const run = { job, endsAt: now + job.lastsMs, turn, isAside: false }
    turn.onSlow(() => {
      run.isAside = aside() < slots
    })
    running.push(run)
  }
  const take = async (now: number) => {
    const due = [...waiting].filter(({ dueAt }) => dueAt <= now).toSorted((a, b) => a.dueAt - b.dueAt)
    for (const entry of due) {
      if (running.length - aside() + forTurn.size >= slots) return
      waiting.delete(entry)
      const begins = begin(entry)
      // What doesn't wait for its turn has it, or is put off, at once.
      await Promise.race([begins, settled()])
    }
  }
  const runUntil = async (ms: number) => {
    while (performance.now() - begun < ms) {
      end(performance.now())
      await take(performance.now())
      await vi.advanceTimersByTimeAsync(stepMs)
    }
  }
  return {
    /** Adds jobs at a time, and returns how many of them aren't done soon after. */
    leftOf: async (jobs: readonly Job[], ms: number) => {
      await runUntil(ms)
      for (const job of jobs) waiting.add({ job, dueAt: performance.now() })
      await runUntil(performance.now() - begun + enoughMs)
      const left = [...[...waiting, ...running].map(({ job }) => job), ...forTurn]
      return left.filter((job) => jobs.includes(job)).length
    },
  }
}

async function settled(): Promise<void> {
  for (let n = 0; n < 5; n++) await Promise.resolve()
}
