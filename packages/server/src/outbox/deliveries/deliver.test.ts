import { sql } from 'kysely'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { ClaimedJob } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import { longTest } from '../../testing/in-long-run.ts'
import { claimed, insert, openTestServices, plantFiling, rowById, type TestServices } from '../copies/test-filing.ts'
import { type OutgoingMail, openOutgoingMail } from '../mail/outgoing-mail.ts'
import { type MailCatcher, openMailCatcher, smtpRefusal } from '../mail/test-mail-server.ts'
import { openKind } from '../run.ts'
import { deliveryKind } from './kind.ts'
import { plantDelivery } from './planted-delivery.fixture.ts'

const deliver = (services: Services, mail: OutgoingMail, job: ClaimedJob) =>
  openKind(deliveryKind(services, mail)).run(job)

let services: TestServices
let catcher: MailCatcher
let mail: OutgoingMail
const closers: (() => unknown)[] = []

beforeEach(async () => {
  services = await openTestServices({ COURTCRIER_MAIL_FROM: 'courtcrier@hale-osei.example' })
  await openMail()
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  await services.close()
})

test('a recipient gets the filing with its documents byte for byte, and everything is recorded', async () => {
  const pdf = Buffer.from(`%PDF-1.7 ${'\u0000\u00ff\r\n.\r\n'.repeat(3000)}`, 'latin1')
  const filing = await plantFiling(services, {
    firm: { reply_to_email: 'docketing@hale-osei.example' },
    documents: [{ content: pdf }, { content: 'second', title: 'Declaration of R. Osei' }],
  })
  const id = await plantDelivery(services, filing, { reason: 'Assigned to the case.' })
  await deliver(services, mail, claimed({ firmId: 1, id }))

  const [sent] = await catcher.parsed()
  expect(sent).toMatchObject({
    subject: 'Acme, Inc. v. Doe (3:26-cv-04417-RS): Motion for Summary Judgment',
    from: { name: 'Hale & Osei LLP', address: 'courtcrier@hale-osei.example' },
    to: [{ name: 'Ruth Osei', address: 'r.osei@hale-osei.example' }],
    replyTo: [{ address: 'docketing@hale-osei.example' }],
    messageId: `<${id}@notices.hale-osei.example>`,
    references: `<case-${filing.caseId}@notices.hale-osei.example>`,
  })
  expect(sent?.headers.find((header) => header.key === 'x-courtcrier-filing')?.value).toBe(filing.envelopeId)
  expect(sent?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['118 Motion for Summary Judgment.pdf', 'application/pdf'],
    ['118-1 Declaration of R. Osei.pdf', 'application/pdf'],
  ])
  expect(Buffer.from(sent?.attachments[0]?.content as ArrayBuffer)).toEqual(pdf)

  const row = await rowById(services, 'deliveries', id)
  expect(row).toMatchObject({
    status: 'sent',
    attempts: 1,
    sentence: 'Emailed to r.osei@hale-osei.example with 2 documents attached.',
  })
  expect(row.sent_at).toBeInstanceOf(Date)
  expect(await events()).toEqual([{ level: 'INFO', type: 'notification sent', entityId: id }])
  expect((await rowById(services, 'inbox_items', filing.itemId)).status).toBe('Succeeded')
})

test.each(['sent', 'canceled', 'failed'])('a delivery that is already %s is not sent', async (status) => {
  const id = await plantDelivery(services, await plantFiling(services), { status })
  await deliver(services, mail, claimed({ firmId: 1, id }))
  expect(catcher.caught).toEqual([])
  expect(await rowById(services, 'deliveries', id)).toMatchObject({ status, attempts: 0 })
})

test('a delivery interrupted by a crash is sent again with the same Message-ID, and says so', async () => {
  const filing = await plantFiling(services)
  const id = await plantDelivery(services, filing)
  await deliver(services, mail, claimed({ firmId: 1, id }))
  await setStatus(id, 'sending')
  await deliver(services, mail, claimed({ firmId: 1, id }))
  const ids = (await catcher.parsed()).map((sent) => sent.messageId)
  expect(ids).toEqual([`<${id}@notices.hale-osei.example>`, `<${id}@notices.hale-osei.example>`])
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    status: 'sent',
    attempts: 2,
    sentence: expect.stringContaining('An earlier attempt was interrupted, so it may have been delivered before'),
  })
  expect(await services.metrics.deliveries.get()).toMatchObject({
    values: expect.arrayContaining([expect.objectContaining({ labels: { status: 'repeated' }, value: 1 })]),
  })
})

test('a delivery waits while the mail server is down, and goes out when it is back', async () => {
  const filing = await plantFiling(services)
  const id = await plantDelivery(services, filing)
  await catcher.close()
  const before = Date.now()
  await deliver(services, mail, claimed({ firmId: 1, id }))
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    status: 'waiting',
    attempts: 1,
    sentence: 'The mail server 127.0.0.1 could not be reached: nothing listens there.',
    sent_at: null,
  })
  const [job] = await queued()
  expect(job?.data).toEqual({ firmId: 1, id })
  expect(Number(job?.startAfter) - before).toBeGreaterThan(40_000)
  expect(Number(job?.startAfter) - before).toBeLessThan(90_000)
  expect(await events()).toEqual([{ level: 'WARNING', type: 'notification process error (ECFX)', entityId: id }])
  expect((await rowById(services, 'inbox_items', filing.itemId)).status).toBe('Post Processing')

  await openMail()
  await deliver(services, mail, claimed({ firmId: 1, id }))
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    status: 'sent',
    attempts: 2,
    sentence: 'Emailed to r.osei@hale-osei.example.',
  })
  expect(catcher.caught).toHaveLength(1)
})

test('after two days of attempts the delivery and its notice fail', async () => {
  await catcher.close()
  const filing = await plantFiling(services)
  const id = await plantDelivery(services, filing, { attempts: 53 })
  await deliver(services, mail, claimed({ firmId: 1, id }))
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    status: 'failed',
    sentence: expect.stringMatching(/Gave up after 54 attempts\.$/),
  })
  expect(await queued()).toEqual([])
  expect((await rowById(services, 'inbox_items', filing.itemId)).status).toBe('Failed')
})

test('a refused address fails immediately, with what the server said', async () => {
  await openMail({ onRcptTo: (_a, _s, done) => done(smtpRefusal(550, 'no such user')) })
  const filing = await plantFiling(services)
  const id = await plantDelivery(services, filing)
  await deliver(services, mail, claimed({ firmId: 1, id }))
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    status: 'failed',
    sentence: 'The mail server 127.0.0.1 refused r.osei@hale-osei.example: "550 no such user".',
  })
  expect(await events()).toEqual([{ level: 'ERROR', type: 'notification process error (user)', entityId: id }])
})

test('nothing is sent to an invalid address', async () => {
  const id = await plantDelivery(services, await plantFiling(services), {
    email: 'a@b.example\r\nRCPT TO:<x@y.example>',
  })
  await deliver(services, mail, claimed({ firmId: 1, id }))
  expect(await rowById(services, 'deliveries', id)).toMatchObject({ status: 'failed' })
  expect(catcher.caught).toEqual([])
})

test('documents that are too large for the mail server are sent as links instead', async () => {
  await openMail({ size: 100_000 })
  const filing = await plantFiling(services, { documents: [{ content: 'x'.repeat(200_000) }] })
  const id = await plantDelivery(services, filing)
  await deliver(services, mail, claimed({ firmId: 1, id }))
  const [sent] = await catcher.parsed()
  expect(sent?.attachments).toEqual([])
  expect(sent?.text).toContain('The mail server refused the documents as too large, so they are behind links.')
  expect(sent?.text).toContain(`/load-document/${filing.documents[0]?.id}`)
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    status: 'sent',
    sentence: 'Emailed to r.osei@hale-osei.example.',
  })
})

test('if the firm allows it, links in an email open documents without a login', async () => {
  const filing = await plantFiling(services, { firm: { public_document_access: true }, documents: [{ content: 'x' }] })
  const id = await plantDelivery(services, filing, { method: 'WEB_LINK' })
  await deliver(services, mail, claimed({ firmId: 1, id }))
  const [sent] = await catcher.parsed()
  const [, token = ''] = /\/public-document\/([\w.-]+)/.exec(sent?.text ?? '') ?? []
  expect(services.publicLinks.read(token)).toMatchObject({ firmId: 1, documentId: filing.documents[0]?.id })
})

longTest('a document too large to load at once is read while it is sent', async () => {
  const content = 'y'.repeat(5_000_000)
  const filing = await plantFiling(services, { documents: [{ content }] })
  const id = await plantDelivery(services, filing)
  await deliver(services, mail, claimed({ firmId: 1, id }))
  const [sent] = await catcher.parsed()
  expect(Buffer.from(sent?.attachments[0]?.content as ArrayBuffer).toString()).toBe(content)
})

test('a document lost from the blob store delays no one: the email goes out with links and says why', async () => {
  const filing = await plantFiling(services, { documents: [{ content: 'lost' }] })
  const id = await plantDelivery(services, filing)
  await sql`update documents set file_id = ${'0'.repeat(64)}`.execute(services.database.kysely)
  await deliver(services, mail, claimed({ firmId: 1, id }))
  const [sent] = await catcher.parsed()
  expect(sent?.text).toContain("A document couldn't be read from Courtcrier's storage")
  expect((await rowById(services, 'deliveries', id)).status).toBe('sent')
})

test.each([
  ['went out', true, { status: 'sent', attempts: 1 }, 0],
  ['is put off', false, { status: 'waiting', attempts: 1 }, 1],
])('a power cut that loses the mark of an email that %s loses nothing else', async (_how, isServed, expected, jobs) => {
  const id = await plantDelivery(services, await plantFiling(services))
  // The mark is committed without waiting for the disk, so a killed server comes back as it was before the mark.
  const interrupted: OutgoingMail = {
    ...mail,
    send: async (message) => {
      await withSystem(services.database, (trx) =>
        sql`update deliveries set status = 'waiting', attempts = 0, begun = 0 where id = ${id}::uuid`.execute(trx),
      )
      return mail.send(message)
    },
  }
  if (!isServed) await catcher.close()
  await deliver(services, interrupted, claimed({ firmId: 1, id }))
  expect(await rowById(services, 'deliveries', id)).toMatchObject(expected)
  expect(await queued()).toHaveLength(jobs)
})

test('a delivery that is canceled while its email goes out is recorded as sent', async () => {
  const filing = await plantFiling(services)
  const id = await plantDelivery(services, filing)
  const send: OutgoingMail['send'] = async (message) => {
    const answer = await mail.send(message)
    await setStatus(id, 'canceled')
    return answer
  }
  await deliver(services, { ...mail, send }, claimed({ firmId: 1, id }))
  expect((await rowById(services, 'deliveries', id)).status).toBe('sent')
})

test('a delivery that is canceled while the mail server is down stays canceled', async () => {
  const id = await plantDelivery(services, await plantFiling(services))
  const send: OutgoingMail['send'] = async () => {
    await setStatus(id, 'canceled')
    return { retry: 'away' }
  }
  await deliver(services, { ...mail, send }, claimed({ firmId: 1, id }))
  expect((await rowById(services, 'deliveries', id)).status).toBe('canceled')
  expect(await queued()).toEqual([])
})

test('text written by a court cannot add a header', async () => {
  const evil = 'Acme\r\nBcc: all@example.com\r\n\r\n<script>'
  const filing = await plantFiling(services, {
    envelope: { case_name: evil, event: evil, docket_number: evil, docket_text: '<img src="http://x">' },
    documents: [{ content: 'x', title: `${evil}.exe"; filename="b.exe` }],
  })
  await sql`update cases set name = ${evil}`.execute(services.database.kysely)
  const id = await plantDelivery(services, filing)
  await deliver(services, mail, claimed({ firmId: 1, id }))
  const [sent] = await catcher.parsed()
  expect(sent?.bcc).toBeUndefined()
  expect(catcher.caught[0]?.to).toEqual(['r.osei@hale-osei.example'])
  expect(sent?.attachments[0]?.filename).toMatch(/^118 Acme Bcc - all@example\.com \(script\).*\.pdf$/)
  expect(sent?.html).not.toContain('<img')
})

test('the queue notifies several people at once, each exactly once', async () => {
  const filing = await plantFiling(services, { documents: [{ content: 'pdf' }] })
  const emails = Array.from({ length: 12 }, (_, n) => `person-${n}@hale-osei.example`)
  const ids = await Promise.all(emails.map((email) => plantDelivery(services, filing, { email })))
  services.jobs.work('delivery', (job) => deliver(services, mail, job), { concurrency: 8 })
  await withSystem(services.database, (trx) =>
    services.jobs.enqueue(
      trx,
      'delivery',
      ids.map((id) => ({ firmId: 1, id })),
    ),
  )
  await vi.waitFor(
    async () => expect((await rowById(services, 'inbox_items', filing.itemId)).status).toBe('Succeeded'),
    { timeout: 60_000 },
  )
  expect(catcher.caught.flatMap((sent) => sent.to).toSorted()).toEqual(emails.toSorted())
})

test("a firm's template can use values of filing, case, matter, client, court, judge and people", async () => {
  const filing = await plantFiling(services, { documents: [{ content: 'pdf' }] })
  const judgeId = newId()
  const maya = newId()
  await withSystem(services.database, async (trx) => {
    await sql`insert into judges (firm_id, id, name, jurisdiction_id)
      select 1, ${judgeId}::uuid, 'Richard Seeborg', jurisdiction_id from cases`.execute(trx)
    await insert(trx, 'timekeepers', { firm_id: 1, id: maya, full_name: 'Maya <Lowe>' })
    await sql`update cases set judge_id = ${judgeId}::uuid, assigned_timekeepers = ${[maya]}::uuid[]`.execute(trx)
  })
  const template = await plantTemplate({
    subject: '{{ matter.name }}: {{ filing.event }}',
    body: `<p>{{ client.name }}, {{ court.id }}, {{ judge.name }}, {{ case.case_number }}, {{ filing.date }}</p>
      <p>{{ case.judge }}; {{ case.assigned_timekeepers }}; {{ matter.client }}; {{ filing.court }}; {{ filing.is_sealed }};
      {{ court.system }}; {{ court.efiling_system }}; {{ filing.filed_by }}; {{ filing.entered_at }}</p>{{ timekeepers }}`,
  })
  const id = await plantDelivery(services, filing, { email_template: template })
  await deliver(services, mail, claimed({ firmId: 1, id }))
  const [sent] = await catcher.parsed()
  expect(sent?.subject).toBe('Patents: Motion for Summary Judgment')
  expect(sent?.html).toContain('Acme, Inc., cand, Richard Seeborg, 3:26-cv-04417-RS, 2026-11-20')
  const court = 'N.D. Cal.'
  expect((sent?.text ?? '').replace(/\s+/g, ' ')).toContain(
    // The court's own time: it was the next day in UTC.
    `Richard Seeborg; Maya <Lowe>; Acme, Inc.; ${court}; No; Federal; CM/ECF; R. Osei; November 20, 2026 at 5:41 PM PST`,
  )
  expect(sent?.html).toContain('<li>Maya &#60;Lowe&#62;</li>')
  expect(sent?.text).toContain('- Maya <Lowe>')
  expect(sent?.attachments).toHaveLength(1)
  expect((await rowById(services, 'deliveries', id)).status).toBe('sent')
})

test('a template that fails delays no one, and is logged once a day', async () => {
  const filing = await plantFiling(services)
  const broken = await plantTemplate({ subject: 'x', body: '{% if %}' })
  const elsewhere = await plantTemplate({ firm_id: 2, subject: 'Of another firm', body: 'x' })
  for (const [n, template] of [broken, broken, elsewhere, 'no id at all'].entries()) {
    const id = await plantDelivery(services, filing, {
      email: `person-${n}@hale-osei.example`,
      email_template: template,
    })
    await deliver(services, mail, claimed({ firmId: 1, id }))
    expect((await rowById(services, 'deliveries', id)).status).toBe('sent')
  }
  for (const sent of await catcher.parsed()) expect(sent.subject).toMatch(/^Acme, Inc\. v\. Doe/)
  const warnings = (await events()).filter(({ level }) => level === 'WARNING')
  expect(warnings).toEqual(
    [broken, elsewhere, 'no id at all'].map((entityId) => ({
      level: 'WARNING',
      type: 'notification process error (user)',
      entityId,
    })),
  )
})

/** Replaces the mail server with a new one; `options` can make it refuse. */
async function openMail(options?: SMTPServerOptions): Promise<void> {
  const opened = await openMailCatcher(options)
  const outgoing = openOutgoingMail(
    { ...services.config, outgoing: { host: '127.0.0.1', port: opened.port, isSecure: false } },
    services.log,
  )
  catcher = opened
  mail = outgoing
  closers.push(
    () => opened.close(),
    () => outgoing.close(),
  )
}

async function plantTemplate(values: Record<string, unknown>): Promise<string> {
  const id = newId()
  await withSystem(services.database, (trx) =>
    insert(trx, 'email_templates', { firm_id: 1, id, name: `Template ${id}`, ...values }),
  )
  return id
}

async function setStatus(id: string, status: string): Promise<void> {
  await sql`update deliveries set status = ${status} where id = ${id}::uuid`.execute(services.database.kysely)
}

async function events() {
  const { rows } = await sql<{
    level: string
    type: string
    entityId: string
  }>`select level, type, entity_id as "entityId" from system_events order by id`.execute(services.database.kysely)
  return rows
}

async function queued() {
  const { rows } = await sql<{ data: unknown; startAfter: Date }>`
    select data, start_after as "startAfter" from pgboss.job where name = 'delivery' and state in ('created', 'retry', 'active')`.execute(
    services.database.kysely,
  )
  return rows
}
