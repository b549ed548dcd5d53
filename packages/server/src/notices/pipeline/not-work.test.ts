import { makeSecretBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { makeOwnMessageId, ownIdHeader } from '../../mail/own-message-id.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { type NoticeBench, openNoticeBench } from '../preferences/notice-bench.fixture.ts'
import { ignoreReasons } from './ignore-reasons.ts'

let bench: NoticeBench

beforeAll(async () => {
  bench = await openNoticeBench()
  await bench.add('timekeepers', { full_name: 'Ada Quill', email: 'ada@firm.example', status: 'Active' })
  await bench.add('notice_formats', {
    ...{ name: 'Own', is_active: true, sender_domains: ['vendor.example'], ecfx_jurisdiction_id: 'cand' },
    ...{ subject_patterns: ['Filing in {docket number}'], docket_number_labels: ['Case No.'], event_labels: ['Event'] },
    ...{ link_words: ['view'], link_hosts: ['docs.vendor.example'] },
  })
})
afterAll(() => bench.close())

type Headers = Readonly<Record<string, string>>
interface Sent {
  from?: string
  subject?: string
  headers?: Headers
  body?: string
  via?: 'smtp' | 'imap' | 'manual'
}

/** Receives an email and returns how it ended: the reason it was ignored for, or undefined if it waits for a person. */
async function endOf({
  from = 'pat@elsewhere.example',
  subject = 'Hello',
  headers = {},
  body = 'Hi.',
  via = 'imap',
}: Sent) {
  const head: Headers = { From: from, Subject: subject, 'Message-ID': `<${newId()}@elsewhere.example>`, ...headers }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  const raw = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}\r\n`)
  const { itemId } = await receiveMessage(bench.services, { firmId: 1, raw, via, source: 'notices@firm.example' })
  const { status, reason, recipients } = await bench.rest(itemId)
  expect(recipients).toEqual([])
  expect(status).toMatch(/^(Succeeded|Action Required)$/)
  return status === 'Succeeded' ? reason : undefined
}

const away = { 'Auto-Submitted': 'auto-replied' }
const list = { 'List-Id': '<news.elsewhere.example>', 'List-Unsubscribe': '<https://elsewhere.example/leave>' }

test.each<[string, Headers, string]>([
  ['by RFC 3834', { 'Auto-Submitted': 'auto-replied (vacation)' }, 'Re: Order'],
  ['of Exchange', { 'Auto-Submitted': 'auto-generated', 'In-Reply-To': '<a@b.example>' }, 'Automatic reply: Order'],
  [
    'of Exchange in Spanish, as in Puerto Rico',
    { 'Auto-Submitted': 'auto-generated', 'In-Reply-To': '<a@b.example>' },
    '=?utf-8?Q?Respuesta_autom=C3=A1tica:_Orden?=',
  ],
  ['of older programs', { 'X-Autoreply': 'yes' }, 'Away'],
  [
    'a receipt',
    { 'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=b' },
    'Read: Order',
  ],
])('an automatic reply is ignored: %s', async (_, headers, subject) => {
  expect(await endOf({ headers, subject })).toBe(ignoreReasons.automaticReply('pat@elsewhere.example'))
})

test('a newsletter is ignored', async () => {
  expect(await endOf({ headers: list, subject: 'This week in your city' })).toBe(
    ignoreReasons.newsletter('elsewhere.example'),
  )
})

test.each<[string, Sent]>([
  ['automatic mail that is no reply, as courts send it', { headers: { 'Auto-Submitted': 'auto-generated' } }],
  ['a subject alone', { subject: 'Automatic reply: Order' }],
  ['a list without a way to leave it', { headers: { 'List-Id': list['List-Id'] } }],
  [
    'a way to leave it that a sending service adds to whatever is sent',
    {
      headers: { 'List-Unsubscribe': list['List-Unsubscribe'], 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    },
  ],
  ['a court', { from: 'ecf@cand.uscourts.gov', headers: { ...list, ...away } }],
  ['an e-filing service', { from: 'no-reply@efilingmail.tylertech.cloud', headers: list }],
  ['a government', { from: 'clerk@county.gov', headers: list }],
  ['someone of the firm', { from: 'ada@firm.example', headers: list }],
  ["a sender of the firm's own format", { from: 'a@vendor.example', headers: list }],
  ['a case number in it', { headers: list, body: 'A filing in Case No. 24CV01234 is available.' }],
  ['a served document in it', { headers: list, body: 'A document has been e-served on you.' }],
  ['a federal number in its subject', { headers: list, subject: '3:26-cv-04417 Activity' }],
  ['what a person uploaded', { via: 'manual', headers: away }],
])('waits for a person: %s', async (_, sent) => {
  expect(await endOf(sent)).toBeUndefined()
})

test('an email that Courtcrier sent for the firm is ignored, and a forward or a made-up ID is not', async () => {
  const envelopeId = await bench.add('envelopes', {})
  const itemId = await bench.add('inbox_items', {
    raw_content: '0'.repeat(64),
    fingerprint: newId(),
    received_at: new Date(),
  })
  const id = newId()
  await bench.add(
    'deliveries',
    { envelope_id: envelopeId, inbox_item_id: itemId, email: 'a@b.example', method: 'PDF', message_id: id },
    id,
  )
  const { hostname } = new URL(bench.services.config.publicUrl)
  const own = (key: string, host = hostname) => ({ 'Message-ID': `<${key}@${host}>` })
  expect(await endOf({ headers: own(id) })).toBe(ignoreReasons.ownMail)
  // As Amazon SES sends it.
  expect(await endOf({ headers: { [ownIdHeader]: `<${id}@${hostname}>` } })).toBe(ignoreReasons.ownMail)
  expect(await endOf({ headers: { [ownIdHeader]: `<${newId()}@${hostname}>` } })).toBeUndefined()
  expect(await endOf({ headers: own(newId()) })).toBeUndefined()
  expect(await endOf({ headers: own(id, 'elsewhere.example') })).toBeUndefined()
  expect(await endOf({ headers: { 'In-Reply-To': `<${id}@${hostname}>` }, subject: 'Re: Order' })).toBeUndefined()
  await bench.query(sql`delete from deliveries where id = ${id}::uuid`)
})

test('an email of Courtcrier that no record is kept of, such as a password link, is ignored in the mailbox of its firm only', async () => {
  const { secrets, config } = bench.services
  const own = (firmId: number, box = secrets) => ({
    'Message-ID': makeOwnMessageId(box, { firmId, publicUrl: config.publicUrl }),
  })
  expect(await endOf({ headers: own(1), subject: 'Set your password' })).toBe(ignoreReasons.ownMail)
  expect(await endOf({ headers: { [ownIdHeader]: own(1)['Message-ID'] } })).toBe(ignoreReasons.ownMail)
  // Someone at another firm who got one could otherwise hide a message from this firm's people.
  expect(await endOf({ headers: own(2) })).toBeUndefined()
  expect(await endOf({ headers: own(1, makeSecretBox(Buffer.alloc(32, 7))) })).toBeUndefined()
})
