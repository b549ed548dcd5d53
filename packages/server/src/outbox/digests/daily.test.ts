import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ClaimedJob } from '../../base/db/job.ts'
import { sharedWork } from '../../base/db/shared-work.ts'
import type { Services } from '../../base/services.ts'
import { longTest } from '../../testing/in-long-run.ts'
import { startWorker } from '../../worker.ts'
import { claimed, plantFiling, rowById, type TestFiling, type TestServices } from '../copies/test-filing.ts'
import type { OutgoingMail } from '../mail/outgoing-mail.ts'
import { openKind } from '../run.ts'
import { claimDigest, composeDigest, digestKind } from './kind.ts'
import { claimAllDue } from './schedule.ts'
import {
  plantPerson,
  plantScheduled,
  plantWall,
  runAt,
  type TestMail,
  unfinished,
  withTestMail,
} from './test-digests.ts'

const sendDigest = (services: Services, mail: OutgoingMail, job: ClaimedJob) =>
  openKind(digestKind(services, mail)).run(job)

const email = 'r.osei@hale-osei.example'
let services: TestServices
let server: TestMail
withTestMail((opened) => {
  ;({ services, server } = opened)
})

test('a day of filings is sent in one message by matter and case, with links and the reason for each', async () => {
  const filing = await plantFiling(services, {
    documents: [{ content: 'pdf' }, { content: 'sealed', sealed: true }, { verdict: 'spent' }],
  })
  const other = await plantFiling(services, {
    envelope: { case_name: 'Roe v. Poe', docket_number: '1:26-cv-1', event: 'Order <b>', case_id: null },
  })
  const at = '2026-11-21T10:00:00Z'
  const first = await plantScheduled(services, filing, { email, at })
  const second = await plantScheduled(services, other, { email, at, reason: 'The rule "All" adds this address.' })
  expect(await runAt(services, server.mail, '2026-11-21T16:59:59Z')).toBe(0)
  expect(await runAt(services, server.mail, '2026-11-21T17:00:00Z')).toBe(1)
  expect(await runAt(services, server.mail, '2026-11-21T17:00:15Z')).toBe(0)

  const [sent, ...more] = await server.catcher.parsed()
  expect(more).toEqual([])
  expect(sent).toMatchObject({
    subject: '2 filings in 2 cases, November 21',
    from: { name: 'Hale & Osei LLP', address: 'courtcrier@hale-osei.example' },
    to: [{ address: email }],
    attachments: [],
  })
  for (const part of [sent?.text, sent?.html]) {
    expect(part).toContain('Motion for Summary Judgment')
    expect(part).toContain('Acme, Inc. v. Doe')
    expect(part).toContain(`/load-document/${filing.documents[0]?.id}?told=${first}`)
    expect(part).toContain('Sealed, so it is not sent by mail.')
    expect(part).toContain('Not retrieved: The free look was already used.')
    expect(part).toContain(`https://notices.hale-osei.example/load-notice/${other.itemId}`)
    expect(part).toContain('Assigned to the case Acme, Inc. v. Doe.')
    expect(part).toContain('https://notices.hale-osei.example/profile')
  }
  expect(sent?.text?.indexOf('PATENTS')).toBeLessThan(sent?.text?.indexOf('NO MATTER') ?? -1)
  expect(sent?.html).not.toContain('<b>')

  const [digest = ''] = await digestIds()
  expect(sent?.messageId).toBe(`<${digest}@notices.hale-osei.example>`)
  for (const id of [first, second]) {
    const row = await rowById(services, 'deliveries', id)
    expect(row).toMatchObject({
      status: 'sent',
      attempts: 1,
      message_id: digest,
      sentence: `Emailed to ${email} in the daily message of November 21.`,
    })
    expect(row.sent_at).toBeInstanceOf(Date)
  }
  expect(await events()).toEqual([
    { level: 'INFO', type: 'notification sent' },
    { level: 'INFO', type: 'notification sent' },
  ])
})

test.each([
  ['by the firm', undefined, undefined, '2026-11-21T17:00:00Z'],
  [
    'by the firm in its zone',
    { default_daily_cadence_delivery_time: '08:15', default_time_zone: 'America/New_York' },
    undefined,
    '2026-11-21T13:15:00Z',
  ],
  [
    'by the group',
    { default_time_zone: 'America/New_York' },
    { daily_cadence_delivery_time: '18:30', time_zone: 'Asia/Kolkata' },
    '2026-11-21T13:00:00Z',
  ],
  [
    'by the group at the time of the firm',
    { default_daily_cadence_delivery_time: '16:00' },
    { time_zone: 'Europe/London' },
    '2026-11-21T16:00:00Z',
  ],
  ['in a zone nobody knows, as in UTC', { default_time_zone: 'Mars/Olympus' }, undefined, '2026-11-21T17:00:00Z'],
])('the time is set %s', async (_, firm, group, expected) => {
  const filing = await plantFiling(services, firm ? { firm } : {})
  const timekeeperId = await plantPerson(services, email, group ? { group } : {})
  await plantScheduled(services, filing, { email, at: '2026-11-21T12:50:00Z', timekeeper_id: timekeeperId })
  const justBefore = new Date(Date.parse(expected) - 1).toISOString()
  expect(await runAt(services, server.mail, justBefore)).toBe(0)
  expect(await runAt(services, server.mail, expected)).toBe(1)
  expect(server.catcher.caught.map(({ to }) => to)).toEqual([[email]])
})

test.each([
  ['DAILY', 'scheduled', 1, 'sent'],
  ['DAILY_AND_REALTIME', 'sent', 1, 'sent'],
  ['DAILY_AND_REALTIME', 'failed', 0, 'failed'],
  ['DAILY_AND_REALTIME', 'waiting', 0, 'waiting'],
  ['REALTIME', 'sent', 0, 'sent'],
  [null, 'sent', 0, 'sent'],
  ['DAILY', 'canceled', 0, 'canceled'],
])('with cadence %s, a delivery that is %s results in %i messages', async (cadence, status, count, after) => {
  const id = await plantScheduled(services, await plantFiling(services), {
    email,
    at: '2026-11-21T10:00:00Z',
    cadence,
    status,
  })
  await runAt(services, server.mail, '2026-11-21T17:00:00Z')
  await runAt(services, server.mail, '2026-11-22T17:00:00Z')
  expect(server.catcher.caught).toHaveLength(count)
  expect((await rowById(services, 'deliveries', id)).status).toBe(after)
})

test("a filing that was emailed at once, and again with the court's stamp, is in the message once", async () => {
  const filing = await plantFiling(services)
  const told = { email, at: '2026-11-21T10:00:00Z', cadence: 'DAILY_AND_REALTIME', status: 'sent' }
  await plantScheduled(services, filing, told)
  await plantScheduled(services, filing, { ...told, repeat: 1 })
  expect(await runAt(services, server.mail, '2026-11-21T17:00:00Z')).toBe(1)
  expect((await server.catcher.parsed()).map(({ subject }) => subject)).toEqual(['1 filing in 1 case, November 21'])
})

test('after an outage, overdue filings are sent once, late, and new ones wait for their time', async () => {
  for (const at of ['2026-11-16T10:00:00Z', '2026-11-17T10:00:00Z', '2026-11-19T08:00:00Z'])
    await plantScheduled(services, await plantFiling(services), { email, at })
  const late = await plantScheduled(services, await plantFiling(services), { email, at: '2026-11-19T18:00:00Z' })
  await runAt(services, server.mail, '2026-11-20T09:00:00Z')
  await runAt(services, server.mail, '2026-11-20T09:01:00Z')
  expect((await server.catcher.parsed()).map(({ subject }) => subject)).toEqual(['3 filings in 3 cases, November 19'])
  expect((await rowById(services, 'deliveries', late)).status).toBe('scheduled')
  await runAt(services, server.mail, '2026-11-20T17:00:00Z')
  expect((await rowById(services, 'deliveries', late)).status).toBe('sent')
})

test('a group that changes its zone or time gets one message per local day', async () => {
  const timekeeperId = await plantPerson(services, email, { group: { time_zone: 'Asia/Kolkata' } })
  const filings = await Promise.all(Array.from({ length: 3 }, () => plantFiling(services)))
  const plant = (n: number, at: string) =>
    plantScheduled(services, filings[n] as TestFiling, { email, at, timekeeper_id: timekeeperId })
  await plant(0, '2026-11-21T10:00:00Z')
  await runAt(services, server.mail, '2026-11-21T11:30:00Z')
  await sql`update timekeeper_groups set time_zone = 'America/New_York'`.execute(services.database.kysely)
  await plant(1, '2026-11-21T12:00:00Z')
  await runAt(services, server.mail, '2026-11-21T22:00:00Z')
  expect(server.catcher.caught).toHaveLength(1)
  await plant(2, '2026-11-22T12:00:00Z')
  await runAt(services, server.mail, '2026-11-22T22:00:00Z')
  expect((await server.catcher.parsed()).map(({ subject }) => subject)).toEqual([
    '1 filing in 1 case, November 21',
    '2 filings in 2 cases, November 22',
  ])
})

test('filings behind a new wall and people who left the firm are left out and canceled with the reason', async () => {
  const at = '2026-11-21T10:00:00Z'
  const walled = await plantFiling(services)
  const open = await plantFiling(services, { envelope: { event: 'Order' } })
  const person = await plantPerson(services, email)
  const gone = await plantPerson(services, 'gone@hale-osei.example', { status: 'Inactive' })
  const hidden = await plantScheduled(services, walled, { email, at, timekeeper_id: person })
  const shown = await plantScheduled(services, open, { email, at, timekeeper_id: person })
  const left = await plantScheduled(services, open, { email: 'gone@hale-osei.example', at, timekeeper_id: gone })
  await plantWall(services, walled, { people: [person] })
  await runAt(services, server.mail, '2026-11-21T17:00:00Z')
  const [sent, ...more] = await server.catcher.parsed()
  expect(more).toEqual([])
  expect(sent?.subject).toBe('1 filing in 1 case, November 21')
  expect(sent?.text).not.toContain(walled.itemId)
  expect((await rowById(services, 'deliveries', shown)).status).toBe('sent')
  expect(await rowById(services, 'deliveries', hidden)).toMatchObject({
    status: 'canceled',
    sentence: 'Not in the daily message. The ethical wall "Wall" prevents it.',
  })
  expect(await rowById(services, 'deliveries', left)).toMatchObject({
    status: 'canceled',
    sentence: 'Not in the daily message. Person gone is inactive.',
  })
})

test('a wall around any of the cases a filing was spread to hides it', async () => {
  const [filing, spread] = [await plantFiling(services), await plantFiling(services)]
  const person = await plantPerson(services, email)
  const outcomes = JSON.stringify({ match: { result: { caseIds: [filing.caseId, spread.caseId] } } })
  await sql`update item_progress set outcomes = ${outcomes}::text::jsonb where id = ${filing.itemId}::uuid`.execute(
    services.database.kysely,
  )
  await plantScheduled(services, filing, { email, at: '2026-11-21T10:00:00Z', timekeeper_id: person })
  await plantWall(services, spread, { people: [person] })
  await runAt(services, server.mail, '2026-11-21T17:00:00Z')
  expect(server.catcher.caught).toEqual([])
})

test('while the mail server is down the message waits, then goes out with the same Message-ID', async () => {
  const id = await plantScheduled(services, await plantFiling(services), { email, at: '2026-11-21T10:00:00Z' })
  const away: OutgoingMail = { ...server.mail, send: async () => ({ retry: 'The mail server is away.' }) }
  await runAt(services, away, '2026-11-21T17:00:00Z')
  const [digest = ''] = await unfinished(services)
  expect(await rowById(services, 'digests', digest)).toMatchObject({
    status: 'waiting',
    attempts: 1,
    sentence: 'The mail server is away.',
  })
  expect((await rowById(services, 'deliveries', id)).status).toBe('scheduled')
  expect(await events()).toEqual([{ level: 'WARNING', type: 'notification process error (ECFX)' }])
  await runAt(services, server.mail, '2026-11-22T17:00:00Z')
  expect((await server.catcher.parsed()).map(({ messageId }) => messageId)).toEqual([
    `<${digest}@notices.hale-osei.example>`,
  ])
})

test('a refused address fails its deliveries, and one that is retried is sent the next day', async () => {
  const filing = await plantFiling(services)
  await sql`update inbox_items set status = 'Succeeded'`.execute(services.database.kysely)
  const id = await plantScheduled(services, filing, { email, at: '2026-11-21T10:00:00Z' })
  const refusing: OutgoingMail = {
    ...server.mail,
    send: async () => ({ rejected: 'No such user.', isTooLarge: false }),
  }
  await runAt(services, refusing, '2026-11-21T17:00:00Z')
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    status: 'failed',
    sentence: 'No such user.',
    sent_at: null,
  })
  expect(await events()).toEqual([{ level: 'ERROR', type: 'notification process error (user)' }])
  expect(await rowById(services, 'inbox_items', filing.itemId)).toMatchObject({
    status: 'Failed',
    action_required: 'USER',
    reason: `The daily message to ${email} couldn't be sent. No such user.`,
  })
  await sql`update deliveries set status = 'scheduled'`.execute(services.database.kysely)
  await runAt(services, server.mail, '2026-11-22T17:00:00Z')
  expect(server.catcher.caught).toHaveLength(1)
})

test('a message interrupted by a crash is sent again with the same Message-ID, and says so', async () => {
  const id = await plantScheduled(services, await plantFiling(services), { email, at: '2026-11-21T10:00:00Z' })
  await claimAllDue(services, new Date('2026-11-21T17:00:00Z'))
  const [digest = ''] = await unfinished(services)
  const crashing: OutgoingMail = {
    ...server.mail,
    send: (message) => server.mail.send(message).then(() => new Promise(() => undefined)),
  }
  void sendDigest(services, crashing, claimed({ firmId: 1, id: digest }))
  await expect.poll(() => server.catcher.caught.length).toBe(1)
  await sendDigest(services, server.mail, claimed({ firmId: 1, id: digest }))
  const ids = (await server.catcher.parsed()).map(({ messageId }) => messageId)
  expect(ids).toEqual([`<${digest}@notices.hale-osei.example>`, `<${digest}@notices.hale-osei.example>`])
  expect((await rowById(services, 'deliveries', id)).sentence).toContain('it may have been delivered before')
})

test('a delivery that is canceled before the message is sent is not in it', async () => {
  const id = await plantScheduled(services, await plantFiling(services), { email, at: '2026-11-21T10:00:00Z' })
  await claimAllDue(services, new Date('2026-11-21T17:00:00Z'))
  await sql`update deliveries set status = 'canceled' where id = ${id}::uuid`.execute(services.database.kysely)
  for (const digest of await unfinished(services))
    await sendDigest(services, server.mail, claimed({ firmId: 1, id: digest }))
  expect(server.catcher.caught).toEqual([])
  expect(await unfinished(services)).toEqual([])
})

test('several workers that check at the same time send each message once through the queue', async () => {
  const emails = Array.from({ length: 8 }, (_, n) => `person-${n}@hale-osei.example`)
  const filing = await plantFiling(services)
  for (const to of emails) await plantScheduled(services, filing, { email: to, at: '2026-11-21T10:00:00Z' })
  services.jobs.work('digest', (job) => sendDigest(services, server.mail, job), { concurrency: 4 })
  const now = new Date('2026-11-21T17:00:00Z')
  const counts = await Promise.all([1, 2, 3].map(() => claimAllDue(services, now)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8)
  await expect.poll(() => unfinished(services), { timeout: 30_000 }).toEqual([])
  expect(server.catcher.caught.flatMap(({ to }) => to).toSorted()).toEqual(emails)
})

test('a worker sends what is overdue when it starts', async () => {
  const at = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const id = await plantScheduled(services, await plantFiling(services), { email, at })
  const worker = await startWorker(services, server.mail)
  try {
    await expect.poll(async () => (await rowById(services, 'deliveries', id)).status, { timeout: 30_000 }).toBe('sent')
  } finally {
    await worker.stop()
  }
  expect(server.catcher.caught).toHaveLength(1)
})

test('many messages are built together, each with its own content, and long ones without their documents', async () => {
  const filings = await Promise.all(
    Array.from({ length: 41 }, () => plantFiling(services, { documents: [{ content: 'pdf' }, { content: 'pdf' }] })),
  )
  const [one, two] = ['one@hale-osei.example', 'two@hale-osei.example']
  const at = '2026-11-21T10:00:00Z'
  for (const filing of filings) await plantScheduled(services, filing, { email: one, at })
  await plantScheduled(services, filings[0] as TestFiling, { email: two, at })
  await claimAllDue(services, new Date('2026-11-21T17:00:00Z'))
  const claiming = sharedWork()
  const built = (await unfinished(services)).map(async (id) => {
    const key = { firmId: 1, id }
    const digest = await claiming(services.database, key, (trx) => claimDigest(trx, key))
    if (!digest) throw new Error('a message is over that was not sent')
    return [digest.email, (await composeDigest(services, digest)).mail] as const
  })
  const mails = new Map(await Promise.all(built))
  expect(mails.get(one)?.subject).toBe('41 filings in 41 cases, November 21')
  expect(mails.get(two)?.subject).toBe('1 filing in 1 case, November 21')
  expect(mails.get(two)?.text).toContain(`/load-document/${filings[0]?.documents[0]?.id}`)
  expect(mails.get(one)?.text).not.toContain('/load-document/')
  expect(mails.get(one)?.text).toContain('2 documents with the filing.')
  for (const { itemId } of filings) expect(mails.get(one)?.html).toContain(`/load-notice/${itemId}`)
  expect(mails.get(one)?.html?.length).toBeLessThan(100_000)
})

longTest(
  'in any sequence of filings, runs, outages and crashes, each delivery is sent exactly once',
  async () => {
    const filings = await Promise.all(Array.from({ length: 8 }, () => plantFiling(services)))
    const step = fc.constantFrom('file', 'run', 'claim only', 'mail away', 'crash before sending', 'wait a day')
    // In New York, clocks go forward on the first night and skip the time of the message.
    const clock = fc.constantFrom(['UTC', '17:00'], ['America/New_York', '02:30'])
    await fc.assert(
      fc.asyncProperty(clock, fc.array(step, { minLength: 4, maxLength: 14 }), async ([zone, time], steps) => {
        await sql`update firms set default_time_zone = ${zone}, default_daily_cadence_delivery_time = ${time}`.execute(
          services.database.kysely,
        )
        await sql`delete from deliveries`.execute(services.database.kysely)
        await sql`delete from digests`.execute(services.database.kysely)
        const told: string[] = []
        const sending: OutgoingMail = {
          ...server.mail,
          send: async ({ text }) => {
            told.push(...[...text.matchAll(/load-notice\/([\w-]+)/g)].map(([, id = '']) => id))
            return { accepted: true, response: 'ok' }
          },
        }
        const away: OutgoingMail = { ...server.mail, send: async () => ({ retry: 'away' }) }
        const crash = async () => {
          await claimAllDue(services, new Date(now))
          await sql`update digests set status = 'sending' where status = 'waiting'`.execute(services.database.kysely)
        }
        let now = Date.parse('2026-03-07T16:00:00Z')
        const filed: string[] = []
        for (const each of [...steps, 'wait a day', 'run'] as const) {
          now += 3_600_000
          const at = new Date(now).toISOString()
          const filing = filings[filed.length]
          if (each === 'file' && filing) {
            await plantScheduled(services, filing, { email, at })
            filed.push(filing.itemId)
          }
          if (each === 'run') await runAt(services, sending, at)
          if (each === 'claim only') await claimAllDue(services, new Date(now))
          if (each === 'mail away') await runAt(services, away, at)
          if (each === 'crash before sending') await crash()
          if (each === 'wait a day') now += 86_400_000
        }
        expect(told.toSorted()).toEqual(filed.toSorted())
      }),
      { numRuns: 25 },
    )
  },
  120_000,
)

async function digestIds(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from digests order by id`.execute(services.database.kysely)
  return rows.map(({ id }) => id)
}

async function events() {
  const { rows } = await sql<object>`select level, type from system_events order by id`.execute(
    services.database.kysely,
  )
  return rows
}
