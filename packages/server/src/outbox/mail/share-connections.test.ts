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

/** As many connections as an account of a firm has. */
const accountShares: ConnectionShares = {
  ...usualShares,
  ...{ most: 3, mostAside: 0, mostOwn: 0, mostOfFirm: 3, mostOfDomain: 2, mostStuckOfDomain: 2, mostOfDomainInAll: 2 },
}

test('when all that an account may use is stuck, emails to every domain are put off, those that come later at once', async () => {
  const { send, putOff, passTime } = open(accountShares)
  const hung = [...send(5, { firmId: 1, domain: 'x.example' }), ...send(5, { firmId: 1, domain: 'y.example' })]
  const others = send(5, { firmId: 1, domain: 'z.example' })
  await passTime(0)
  expect(count([...hung, ...others])).toEqual({ begun: 3, putOff: 0, waiting: 12 })
  await passTime(untilStuck)
  expect(count([...hung, ...others])).toEqual({ begun: 3, putOff: 12, waiting: 0 })
  expect(others[0]?.putOff).toMatchObject({ isOfDomain: false })
  expect(putOff({ firmId: 1, domain: 'new.example' })).toMatchObject({ isOfDomain: false })
  const [first] = hung
  first?.end()
  await passTime(0)
  expect(putOff({ firmId: 1, domain: 'new.example' })).toBeUndefined()
  const later = send(1, { firmId: 1, domain: 'new.example' })
  await passTime(0)
  expect(count(later)).toEqual({ begun: 1, putOff: 0, waiting: 0 })
})

test("two domains of a firm that hang leave connections to the firm's other emails, and don't keep theirs waiting", async () => {
  const { send, passTime } = open(usualShares)
  const first = send(10, { firmId: 1, domain: 'x.example' })
  const second = send(10, { firmId: 1, domain: 'y.example' })
  const others = send(3, { firmId: 1, domain: 'z.example' })
  await passTime(untilStuck)
  expect(count(first)).toEqual({ begun: 4, putOff: 6, waiting: 0 })
  expect(count(second)).toEqual({ begun: 2, putOff: 8, waiting: 0 })
  expect(second.at(-1)?.putOff).toMatchObject({ isOfDomain: true })
  expect(count(others)).toEqual({ begun: 3, putOff: 0, waiting: 0 })
})

test('an email that waits for long is put off when most of what it waits for is stuck', async () => {
  const { send, passTime } = open(accountShares)
  send(2, { firmId: 1, domain: 'x.example' })
  const [slow] = send(2, { firmId: 1, domain: 'y.example' })
  await passTime(100)
  const late = send(1, { firmId: 1, domain: 'z.example' })
  await passTime(accountShares.stuckMs / 2)
  // The next to the same domain begins.
  slow?.end()
  await passTime(accountShares.stuckMs / 2 - 50)
  expect(count(late)).toEqual({ begun: 0, putOff: 0, waiting: 1 })
  await passTime(100)
  expect(count(late)).toEqual({ begun: 0, putOff: 1, waiting: 0 })
})

test("Courtcrier's own emails are never put off", async () => {
  const { send, passTime } = open(accountShares)
  const own = send(8, { domain: 'x.example' })
  await passTime(3 * untilStuck)
  expect(count(own)).toEqual({ begun: 3, putOff: 0, waiting: 5 })
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
