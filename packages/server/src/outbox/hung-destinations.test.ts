import { openTurns, type Turn, type TurnLimits } from '@courtcrier/lib/turns.ts'
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
])('$what that begin to hang together keep no slot from what answers in another firm', ({ kind, hung }) => {
  const queue = openQueue(kind, hung)
  for (const at of [7_000, 30_000, 70_000, 120_000, 300_000]) expect(queue.leftOf(healthy('another firm'), at)).toBe(0)
})

test.each([
  { what: 'a hundred firms’ stores', kind: copies, hung: hanging(100, { each: 24 }) },
  { what: 'a hundred stores of one firm', kind: copies, hung: hanging(100, { each: 24, isOneFirm: true }) },
  { what: 'a hundred firms’ webhooks', kind: calls, hung: hanging(100, { each: 4 }) },
  { what: 'forty channels', kind: chats, hung: hanging(40, { each: 4 }) },
  { what: 'forty channels of one firm', kind: chats, hung: hanging(40, { each: 4, isOneFirm: true }) },
])('$what that hang keep no slot once they are known, also of their own firm', ({ kind, hung }) => {
  const queue = openQueue(kind, hung)
  for (const at of [600_000, 635_000, 670_000])
    for (const firm of ['firm 0', 'another firm']) expect(queue.leftOf(healthy(firm), at)).toBe(0)
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

/** A queue as the worker's: what waits long steps aside, and as much as there are slots may do so. */
function openQueue({ limits, slots }: { limits: TurnLimits; slots: number }, first: readonly Job[]) {
  const turns = openTurns(limits)
  const begun = performance.now()
  let waiting = first.map((job) => ({ job, dueAt: begun }))
  let running: { job: Job; endsAt: number; turn: Turn; isAside: boolean }[] = []
  const aside = () => running.filter(({ isAside }) => isAside).length
  const end = (now: number) => {
    for (const { job, turn } of running.filter(({ endsAt }) => endsAt <= now)) {
      turn.end()
      if (job.lastsMs > enoughMs) waiting.push({ job, dueAt: now })
    }
    running = running.filter(({ endsAt }) => endsAt > now)
  }
  const take = (now: number) => {
    const due = waiting.filter(({ dueAt }) => dueAt <= now).toSorted((a, b) => a.dueAt - b.dueAt)
    for (const entry of due) {
      if (running.length - aside() >= slots) return
      const { job } = entry
      const turn = turns.take(job.destination, job.firm)
      if (!('end' in turn)) {
        entry.dueAt = now + turn.waitMs
        continue
      }
      waiting = waiting.filter((each) => each !== entry)
      const run = { job, endsAt: now + job.lastsMs, turn, isAside: false }
      turn.onSlow(() => {
        run.isAside = aside() < slots
      })
      running.push(run)
    }
  }
  const runUntil = (ms: number) => {
    while (performance.now() - begun < ms) {
      end(performance.now())
      take(performance.now())
      vi.advanceTimersByTime(stepMs)
    }
  }
  return {
    /** Adds jobs at a time, and returns how many of them aren't done soon after. */
    leftOf: (jobs: readonly Job[], ms: number) => {
      runUntil(ms)
      waiting.push(...jobs.map((job) => ({ job, dueAt: performance.now() })))
      runUntil(performance.now() - begun + enoughMs)
      return [...waiting, ...running].filter(({ job }) => jobs.includes(job)).length
    },
  }
}
