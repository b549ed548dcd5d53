import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findForward } from '../message/forwarding.ts'
import type { Message } from '../message/message.ts'
import { messageOf, readFixture } from '../read-fixture.ts'
import { detectCourt } from './detect-court.ts'
import { findCourt } from './directory.ts'

/** What a mail program writes above a message that is forwarded or answered. */
type Quote = (quoted: { from: string; subject: string }) => readonly string[]

const to = 'Docketing <docketing@firm.example>'
const date = 'Tue, 3 Mar 2026 09:00:00 -0500'

/** As in the fixtures of crisp-oss/email-forward-parser, each from the program itself. */
const programs: Readonly<Record<string, Quote>> = {
  Gmail: ({ from, subject }) => [
    '---------- Forwarded message ---------',
    `From: ${from}`,
    'Date: Tue, Mar 3, 2026 at 9:00 AM',
    `Subject: ${subject}`,
    `To: ${to}`,
    '',
  ],
  'Gmail in Spanish': ({ from, subject }) => [
    '---------- Forwarded message ---------',
    `De: ${from}`,
    'Date: mar, 3 mar 2026 a las 9:00',
    `Subject: ${subject}`,
    `To: ${to}`,
    '',
  ],
  'Apple Mail': ({ from, subject }) => [
    'Begin forwarded message:',
    '',
    `From: ${from}`,
    `Subject: ${subject}`,
    'Date: March 3, 2026 at 9:00:00 AM EST',
    `To: ${to}`,
    '',
  ],
  'Apple Mail in Spanish': ({ from, subject }) => [
    'Inicio del mensaje reenviado:',
    '',
    `De: ${from}`,
    `Asunto: ${subject}`,
    'Fecha: 3 de marzo de 2026, 9:00:00 EST',
    `Para: ${to}`,
    '',
  ],
  Thunderbird: ({ from, subject }) => [
    '-------- Forwarded Message --------',
    `Subject: \t${subject}`,
    `Date: \t${date}`,
    `From: \t${from}`,
    `To: \t${to}`,
    '',
  ],
  'Thunderbird in Spanish': ({ from, subject }) => [
    '-------- Mensaje reenviado --------',
    `Asunto: \t${subject}`,
    `Fecha: \t${date}`,
    `De: \t${from}`,
    `Para: \t${to}`,
    '',
  ],
  'Thunderbird in French': ({ from, subject }) => [
    '-------- Message transféré --------',
    `Sujet : \t${subject}`,
    `Date : \t${date}`,
    `De : \t${from}`,
    `Pour : \t${to}`,
    '',
  ],
  'Thunderbird, with values in cells of their own': ({ from, subject }) => [
    '-------- Forwarded Message --------',
    'Subject:',
    subject,
    'Date:',
    date,
    'From:',
    from,
    'To:',
    to,
    '',
  ],
  'Outlook on the web and on phones': ({ from, subject }) => [
    'Get Outlook for iOS',
    '________________________________',
    `From: ${from}`,
    'Sent: Tuesday, March 3, 2026 9:00:00 AM',
    `To: ${to}`,
    `Subject: ${subject}`,
    '',
  ],
  'Outlook for Windows': ({ from, subject }) => [
    `*From:* ${from}`,
    '*Sent:* Tuesday, March 3, 2026 9:00 AM',
    `*To:* ${to}`,
    `*Subject:* ${subject}`,
    '',
  ],
  'Outlook in Spanish': ({ from, subject }) => [
    `De: ${from}`,
    'Enviado el: martes, 3 de marzo de 2026 9:00',
    `Para: ${to}`,
    `Asunto: ${subject}`,
    '',
  ],
  'Outlook for Mac': ({ from }) => [`On 3/3/2026, 9:00 AM, "CM/ECF" <${from}> wrote:`, ''],
  'Outlook for Mac in Spanish': ({ from }) => [`El 3/3/2026 9:00, "CM/ECF" <${from}> escribió:`, ''],
  Yahoo: ({ from, subject }) => [
    `   ----- Forwarded Message ----- From: CM/ECF <${from}>To: ${to}Sent: Tuesday, March 3, 2026 at 09:00:00 AM ESTSubject: ${subject}`,
  ],
  MailMate: ({ from, subject }) => [
    'Forwarded message:',
    '',
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${date}`,
    '',
  ],
  'a reply': ({ from }) => [`On Tue, Mar 3, 2026 at 9:00 AM CM/ECF <${from}> wrote:`, ''],
  'a reply whose first line is wrapped': ({ from }) => [
    `On Tue, Mar 3, 2026 at 9:00 AM CM/ECF <`,
    `${from}> wrote:`,
    '',
  ],
}

/** What stands above the notice: the notes of one or two people, and what their programs quote. */
type Above = (made: { quote: readonly string[]; note: readonly string[] }) => readonly string[]

const colleague = { from: 'Jane Roe <jane@firm.example>', subject: 'FW: Order' }
const outlook = programs['Outlook on the web and on phones']?.(colleague) ?? []
const thunderbird = programs.Thunderbird?.(colleague) ?? []

const ways: Readonly<Record<string, Above>> = {
  'below a note': ({ note, quote }) => [...note, '', ...quote],
  'below a note of 120 lines': ({ note, quote }) => [...note, ...Array(120).fill('More.'), '', ...quote],
  'forwarded twice, both with notes': ({ note, quote }) => [...note, '', ...outlook, ...note, '', ...quote],
  'forwarded twice, by Thunderbird first': ({ note, quote }) => [...thunderbird, ...note, '', ...quote],
}

const courts = new URL('../', import.meta.url)
const folders = [
  ...['corpus/nef/', 'corpus/nef/s3/', 'corpus/nda/'],
  ...['acms-nda', 'bankruptcy-filing', 'bnc-notice', 'cmecf-nda', 'cmecf-nef', 'cmecf-summary'].map(fixturesOf),
  ...['court-announcement', 'court-invitation'].map(fixturesOf),
]

function fixturesOf(format: string): string {
  return `formats/${format}/fixtures/`
}

const files = folders.flatMap((folder) =>
  readdirSync(new URL(folder, courts)).flatMap((name) =>
    /\.(?:txt|html)$/.test(name) && name !== 'LICENSE.txt' ? [folder + name] : [],
  ),
)

const read = await Promise.all(
  files.map(async (file) => {
    const message = await readFixture(new URL(file, courts))
    return { file, message, court: detectCourt(message).found?.value ?? '' }
  }),
)
const federal = read.filter(({ court }) => findCourt(court)?.system === 'federal')

/** The message below these lines, in the form that it has. */
function below(lines: readonly string[], { html, text }: Message): Message {
  const subject = 'FW: Order'
  if (html === undefined) return messageOf({ subject, text: [...lines, text ?? ''].join('\n') })
  const escaped = lines.map((line) => line.replace(/</g, '&lt;').replace(/https:\S+/, '<a href="$&">$&</a>'))
  return messageOf({ subject, html: `<div>${escaped.join('<br>')}</div>${html}` })
}

interface Case {
  above: Above
  quote: Quote
  /** Who the forward says sent it, if not the court itself. */
  from?: string
}

/** The federal messages whose court changes when they are forwarded like that, and how many wait for a person. */
function forwardAll({ above, quote, from }: Case): { changed: string[]; waiting: string[] } {
  const changed: string[] = []
  const waiting: string[] = []
  for (const { file, message, court } of federal) {
    const other = court === 'cacd' ? 'nysd' : 'cacd'
    const note = [`Compare the order in https://ecf.${other}.uscourts.gov/doc1/03112345`]
    const sender = from ?? message.from?.address ?? `ecf@${court}.uscourts.gov`
    const lines = above({ note, quote: quote({ from: sender, subject: message.subject }) })
    const found = detectCourt(below(lines, message)).found?.value
    if (found === undefined) waiting.push(file)
    else if (found !== court) changed.push(`${file}: ${court}, forwarded ${found}`)
  }
  return { changed, waiting }
}

/** Without a title or "The following transaction", nothing shows which of two quoted messages is the notice. */
const unmarked = [
  'corpus/nef/s3/ohsd_1.txt',
  'corpus/nef/s3/ohsd_3.txt',
  'formats/bnc-notice/fixtures/insb-two-notices.txt',
  'formats/cmecf-summary/fixtures/nvb-plain-text.txt',
  'formats/cmecf-summary/fixtures/nvd-two-cases-html.txt',
  'formats/court-announcement/fixtures/ohsd-contact-information.txt',
  'formats/court-invitation/fixtures/ohsd-settlement-conference.txt',
]

const cases = Object.entries(programs).flatMap(([program, quote]) =>
  Object.entries(ways).map(([way, above]) => ({ program, way, quote, above })),
)

test('there are real messages of every kind to forward', () => {
  expect(federal.length).toBeGreaterThan(150)
})

test.each(cases)('$way, quoted by $program: no federal message gets the court that the note links to', (shape) => {
  const waiting = shape.way.startsWith('forwarded twice') ? unmarked : []
  expect(forwardAll(shape)).toEqual({ changed: [], waiting })
  expect(forwardAll({ ...shape, from: 'jane@firm.example' }).changed).toEqual([])
})

test('a note above a pasted notice names no court: a person is asked where the notice names none itself', () => {
  const shape: Case = { above: ({ note }) => [...note, ''], quote: () => [] }
  const { changed, waiting } = forwardAll(shape)
  expect(changed).toEqual([])
  expect(waiting).toEqual(expect.arrayContaining(unmarked.filter((file) => file.includes('ohsd'))))
})

// It counts from a colleague only if the firm's own server delivered it (mail/quoted-answers.test.ts).
test.each(['a reply', 'Outlook for Mac', 'Outlook for Mac in Spanish'])('%s quotes as an answer does', (program) => {
  const lines = programs[program]?.({ from: 'ECF-CAND@cand.uscourts.gov', subject: 'Activity in Case' }) ?? []
  const found = findForward(messageOf({ text: [...lines, 'Notice of Electronic Filing'].join('\n') }))
  expect(found).toMatchObject({ isAnswered: true })
})
