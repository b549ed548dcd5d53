import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestServices, type TestServices } from '../copies/test-filing.ts'
import { openKinds } from '../kinds.ts'
import { addresses, attempts, enqueue, plantDeliveries, statuses } from './due-deliveries.fixture.ts'
import { type OutgoingMail, openOutgoingMail, usualShares } from './outgoing-mail.ts'
import { type MailCatcher, openMailCatcher } from './test-mail-server.ts'

let services: TestServices
let server: MailCatcher
let mail: OutgoingMail
/** Recipients whose emails the mail server hasn't answered. */
let unanswered: string[]
let answerAll: () => void

beforeEach(async () => {
  unanswered = []
  const hanging: (() => void)[] = []
  let isHanging = true
  server = await openMailCatcher({
    // As one that hangs while it asks the recipient's server.
    onRcptTo: ({ address }, _session, done) => {
      if (!isHanging || !address.endsWith('hangs.example')) return done()
      unanswered.push(address)
      hanging.push(done)
    },
  })
  answerAll = () => {
    isHanging = false
    for (const answer of hanging.splice(0)) answer()
  }
  services = await openTestServices({ COURTCRIER_SMTP_OUT: server.url })
  mail = openMail(3_600_000)
})
afterEach(async () => {
  answerAll()
  await services.close()
  await mail.close()
  await server.close()
})

/** However busy the machine is. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000 })

/** In milliseconds: after this long, emails to a domain that isn't answered for are put off. */
const openMail = (stuckMs: number) => openOutgoingMail(services.config, services.log, { ...usualShares, stuckMs })

/** Replaces the connections by some that put emails off soon. */
async function soonPutOff(): Promise<void> {
  await mail.close()
  mail = openMail(1000)
}

const message = (to: string) => ({
  from: { name: 'Hale & Osei LLP', address: 'notices@hale-osei.example' },
  to: { name: '', address: to },
  subject: 'Acme v. Doe',
  text: 'text',
})
const recipients = () => server.caught.flatMap(({ to }) => to)

test("emails of one firm that the mail server doesn't answer leave connections to another firm", async () => {
  // Two domains, since one gets fewer connections than the firm.
  const hung = addresses(40, 'hangs.example').map((to, n) =>
    mail.send(message(n % 2 === 0 ? to : to.replace('@', '@also.')), { firmId: 1 }),
  )
  const others = addresses(20, 'answers.example')
  const sent = await Promise.all(others.map((to) => mail.send(message(to), { firmId: 2 })))
  expect(sent.every((result) => 'accepted' in result)).toBe(true)
  expect(recipients().toSorted()).toEqual(others.toSorted())
  await eventually(() => expect(unanswered).toHaveLength(6))
  answerAll()
  expect((await Promise.all(hung)).every((result) => 'accepted' in result)).toBe(true)
})

test('nor do those to one domain keep what the firm sends to another', async () => {
  const hung = addresses(40, 'hangs.example').map((to) => mail.send(message(to), { firmId: 1 }))
  await eventually(() => expect(unanswered).toHaveLength(4))
  const others = addresses(20, 'answers.example')
  const sent = await Promise.all(others.map((to) => mail.send(message(to), { firmId: 1 })))
  expect(sent.every((result) => 'accepted' in result)).toBe(true)
  expect(unanswered).toHaveLength(4)
  answerAll()
  await Promise.all(hung)
})

test('emails to a domain that stays stuck are put off, those that come later at once', async () => {
  await soonPutOff()
  const hung = addresses(8, 'hangs.example').map((to) => mail.send(message(to), { firmId: 1 }))
  const putOff = { later: expect.stringMatching(/doesn't answer for other emails to hangs\.example/) }
  for (const each of hung.slice(4)) expect(await each).toMatchObject(putOff)
  expect(mail.putOff('p@HANGS.example', { firmId: 1 })).toMatchObject(putOff)
  expect(mail.putOff('p@answers.example', { firmId: 1 })).toBeUndefined()
  expect(mail.putOff('p@hangs.example', { firmId: 2 })).toBeUndefined()
  const [first, second] = [1, 2].map(() => mail.putOff('p@hangs.example', { firmId: 1 })?.waitMs ?? 0)
  expect(second).toBeGreaterThan(first ?? 0)
  answerAll()
  for (const each of hung.slice(0, 4)) expect(await each).toHaveProperty('accepted')
  expect(await mail.send(message('p@hangs.example'), { firmId: 1 })).toHaveProperty('accepted')
})

test('a domain that hangs for two firms keeps nothing from a third, nor from passwords', async () => {
  const hung = addresses(40, 'hangs.example').map((to, n) => mail.send(message(to), { firmId: 1 + (n % 2) }))
  await eventually(() => expect(unanswered).toHaveLength(6))
  await sendToHealthy(3)
  expect(unanswered).toHaveLength(6)
  answerAll()
  await Promise.all(hung)
})

test('nor do domains that hang for one firm each, once their emails are stuck', async () => {
  await soonPutOff()
  const hung = addresses(40, 'hangs.example').map((to, n) =>
    mail.send(message(n % 2 === 0 ? to : to.replace('@', '@also.')), { firmId: 1 + (n % 2) }),
  )
  await eventually(() => expect(unanswered).toHaveLength(8))
  await sendToHealthy(3)
  expect(unanswered).toHaveLength(8)
  answerAll()
  await Promise.all(hung)
})

test('passwords are sent while every connection that firms get is used by emails that are stuck', async () => {
  await soonPutOff()
  const hung: Promise<unknown>[] = []
  await eventually(() => {
    const n = hung.length
    hung.push(mail.send(message(`p@of${n}.hangs.example`), { firmId: 1 + n }))
    expect(unanswered).toHaveLength(14)
  })
  await mail.sendSystemMail({ to: 'reset@answers.example', subject: 'New password', text: 'link' })
  expect(recipients()).toEqual(['reset@answers.example'])
  answerAll()
  await Promise.all(hung)
})

test("digests that the mail server doesn't answer leave connections to emails about filings and to passwords", async () => {
  const hung = addresses(40, 'hangs.example').map((to, n) => mail.send(message(to), { firmId: n, isScheduled: true }))
  const others = addresses(20, 'answers.example')
  await Promise.all(others.map((to, n) => mail.send(message(to), { firmId: n })))
  await mail.sendSystemMail({ to: 'reset@answers.example', subject: 'New password', text: 'link' })
  expect(recipients().toSorted()).toEqual([...others, 'reset@answers.example'].toSorted())
  await eventually(() => expect(unanswered).toHaveLength(4))
  answerAll()
  await Promise.all(hung)
})

test("a firm's emails about filings go before its digests", async () => {
  // Two domains, since one gets fewer connections than the firm.
  const hung = addresses(40, 'hangs.example').map((to, n) =>
    mail.send(message(n % 2 === 0 ? to : to.replace('@', '@also.')), { firmId: 1 }),
  )
  await eventually(() => expect(unanswered).toHaveLength(6))
  const digest = mail.send(message('digest@answers.example'), { firmId: 1, isScheduled: true })
  answerAll()
  await Promise.all([...hung, digest])
  // Up to five others are still being sent beside it.
  expect(recipients().indexOf('digest@answers.example')).toBeGreaterThanOrEqual(40 - 5)
})

test('a firm with thousands of emails due, none of which is answered, delays no other firm', async () => {
  await soonPutOff()
  const [flooded, other] = [
    await plantDeliveries(services, 1, addresses(2000, 'hangs.example')),
    await plantDeliveries(services, 2, addresses(12, 'answers.example')),
  ]
  await enqueue(services, 1, flooded)
  await enqueue(services, 2, other)
  for (const { queue, run, concurrency, mostOfFirm } of openKinds(services, mail))
    if (queue === 'delivery') services.jobs.work(queue, run, { concurrency, mostOfFirm })
  await eventually(async () => expect(await statuses(services, 2)).toEqual({ sent: 12 }))
  expect(recipients().toSorted()).toEqual(addresses(12, 'answers.example').toSorted())
  await eventually(() => expect(unanswered).toHaveLength(4))
  // What isn't being sent is left in the queue or put off, and none of that is an attempt.
  await eventually(async () => expect(await statuses(services, 1)).toEqual({ sending: 4, waiting: 2000 - 4 }))
  await eventually(async () =>
    expect(await attempts(services, 1)).toEqual([
      { attempts: 0, count: 2000 - 4 },
      { attempts: 1, count: 4 },
    ]),
  )
})

test("a firm's emails to people whose mail server hangs delay none of its others", async () => {
  await soonPutOff()
  const hung = await plantDeliveries(services, 1, addresses(100, 'hangs.example'))
  await enqueue(services, 1, hung)
  for (const { queue, run, concurrency, mostOfFirm } of openKinds(services, mail))
    if (queue === 'delivery') services.jobs.work(queue, run, { concurrency, mostOfFirm })
  await eventually(() => expect(unanswered).toHaveLength(4))
  await enqueue(services, 1, await plantDeliveries(services, 1, addresses(12, 'answers.example')))
  await eventually(() => expect(recipients()).toHaveLength(12))
  expect(recipients().toSorted()).toEqual(addresses(12, 'answers.example').toSorted())
  expect(unanswered).toHaveLength(4)
})

/** Sends emails of a firm to people whose mail server answers, and one of Courtcrier's own. */
async function sendToHealthy(firmId: number): Promise<void> {
  const others = addresses(20, 'answers.example')
  // On a machine that stalls, these get stuck as well, and what is put off for that is sent later.
  const sendAtLast = (to: string) =>
    eventually(async () => expect(await mail.send(message(to), { firmId })).toHaveProperty('accepted'))
  await Promise.all(others.map(sendAtLast))
  await mail.sendSystemMail({ to: 'reset@answers.example', subject: 'New password', text: 'link' })
  expect(recipients().toSorted()).toEqual([...others, 'reset@answers.example'].toSorted())
}
