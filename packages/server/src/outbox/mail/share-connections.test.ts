import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usualShares } from './outgoing-mail.ts'
import { type ConnectionShares, type Outgoing, type PutOff, shareConnections } from './share-connections.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** In milliseconds: just longer than until an email is stuck. */
const untilStuck = usualShares.stuckMs + 100

test("one firm's digests that hang leave connections to those of others, once they are stuck", async () => {
  const { send, passTime } = open(usualShares)
  const hung = send(8, { firmId: 1, domain: 'hangs.example', isScheduled: true })
  await passTime(0)
  expect(count(hung)).toEqual({ begun: 4, putOff: 0, waiting: 4 })
  const others = send(2, { firmId: 2, domain: 'answers.example', isScheduled: true })
  await passTime(untilStuck)
  expect(count(others)).toEqual({ begun: 2, putOff: 0, waiting: 0 })
})

test('digests of many firms that hang leave connections to emails about filings', async () => {
  const { send, passTime } = open(usualShares)
  for (let firmId = 1; firmId <= 20; firmId++) send(2, { firmId, domain: `hangs${firmId}.example`, isScheduled: true })
  for (let n = 0; n < 5; n++) await passTime(untilStuck)
  const others = send(4, { firmId: 21, domain: 'answers.example' })
  await passTime(0)
  expect(count(others)).toEqual({ begun: 4, putOff: 0, waiting: 0 })
})

interface Sent {
  isBegun: boolean
  putOff: PutOff | undefined
  /** Ends it, if it is under way. */
  end: () => void
}

/** Connections over which emails are under way until they are ended. */
function open(shares: ConnectionShares) {
  const connections = shareConnections(shares)
  const begin = (email: Outgoing): Sent => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const sent: Sent = { isBegun: false, putOff: undefined, end: () => resolve('accepted') }
    const run = () => {
      sent.isBegun = true
      return promise
    }
    void connections.share(email, run).then((found) => {
      if (typeof found !== 'string') sent.putOff = found
    })
    return sent
  }
  return {
    ...connections,
    send: (times: number, email: Outgoing) => Array.from({ length: times }, () => begin(email)),
    passTime: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

function count(all: readonly Sent[]) {
  const begun = all.filter(({ isBegun }) => isBegun).length
  const putOff = all.filter((sent) => sent.putOff).length
  return { begun, putOff, waiting: all.length - begun - putOff }
}
