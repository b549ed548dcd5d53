import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import { courtNotice } from '../notices/pipeline/checked-item.fixture.ts'
import type { Origin } from './origin.ts'
import { examineWith } from './sender-evidence.ts'
import { courtServer, makeDns, makeMail, sign, timeoutMs } from './testing/court-mail.ts'
import { forwardWhole } from './testing/trust-scenarios.ts'
import { checkSender } from './trust.ts'

const number = '3:26-cv-04417'
const fromServer: Origin = { ...courtServer, mailFrom: 'jane@cand.uscourts.gov' }

/** What a stranger wrote to a clerk: a notice, word for word as the court's system writes it. */
const forged = async () => (await courtNotice(number)).toString().split('\r\n\r\n').slice(1).join('\r\n\r\n')

const headers = (from: string) =>
  `<div><b>From:</b> ${from}<br><b>Sent:</b> Monday, September 7, 2026 9:00 AM<br><b>Subject:</b> Activity in Case ${number}</div>`

/** A message of a person at the court, by their signature. */
const fromClerk = async (subject: string, above: string) =>
  makeMail({
    from: 'Jane Clerk <jane_clerk@cand.uscourts.gov>',
    subject,
    body: `<p>Please ask the help desk.</p>${above}${await forged()}`,
    signedBy: 'cand.uscourts.gov',
  })

async function check(raw: Buffer, origin: Origin) {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  return checkSender(raw, { message: decoded.message, origin, examine: examineWith(makeDns().resolve), timeoutMs })
}

const activity = `Activity in Case ${number} Doe v. Roe Order`
const answers: readonly [string, () => Promise<Buffer>][] = [
  ['an answer by its subject', () => fromClerk(`RE: ${activity}`, '')],
  ['an answer behind a gateway’s mark', () => fromClerk(`[EXTERNAL] Re: ${activity}`, '')],
  ['a report that repeats what could not be delivered', () => fromClerk(`Undeliverable: ${activity}`, '')],
  ['a report of another mail server', () => fromClerk('Mail delivery failed: returning message to sender', '')],
  ['a forward', () => fromClerk(`Fwd: ${activity}`, '')],
  ['a quote below a header block', () => fromClerk(activity, headers('Mallory &lt;m@evil.example&gt;'))],
  ['a quote that names the court', () => fromClerk(activity, headers('ECF-CAND@cand.uscourts.gov'))],
  ['a quote of Gmail', () => fromClerk(activity, '<p>On Mon, Sep 7, 2026 at 9:00 AM Mallory wrote:</p>')],
  ['a quote of Outlook', () => fromClerk(activity, '<p>-----Original Message-----</p>')],
]

test.each(answers)('the court’s signature and server prove nothing of %s', async (_, write) => {
  const raw = await write()
  for (const origin of [{}, fromServer]) {
    const { trust, sentence, believed } = await check(raw, origin)
    expect([trust, believed]).toEqual(['unverified', undefined])
    expect(sentence).toContain('it answers or forwards a message, and nothing proves who wrote what it quotes')
  }
})

test.each(answers)('attached to someone’s forward, %s isn’t an original of the court', async (_, write) => {
  const raw = await makeMail(forwardWhole([await write()], { from: 'bob@evil.example' }))
  expect(await check(raw, {})).toMatchObject({ trust: 'unverified' })
})

const outlook = '<DM6PR09MB4853B533C890B93C2EC9A694AAF39@DM6PR09MB4853.namprd09.prod.outlook.com>'

/** A message of a person at the court, from whose quote they removed whatever shows that it is one. */
const pasted = async (messageId: string, { subject = activity, body }: { subject?: string; body?: string } = {}) =>
  makeMail({
    from: 'Jane Clerk <jane_clerk@cand.uscourts.gov>',
    subject,
    messageId,
    body: body ?? (await forged()),
    signedBy: 'cand.uscourts.gov',
  })

const tames = new URL('../courts/corpus/texas/texas_coa01_notification.txt', import.meta.url)

const byHand = 'a person there seems to have sent it'

test.each([
  ['Outlook', outlook],
  ['a phone', '<5B35809D-1D30-460B-9BD9-2B644FE7520D@cand.uscourts.gov>'],
  ['Notes', '<OF1F2E3D4C.5B6A7988-ON85258A1B.004F5A6C-85258A1B.00502D11@uscourts.gov>'],
  ['Gmail', '<CAF1x2y3z4A5b6=Q@mail.gmail.com>'],
])(
  'a notice with a Message-ID of %s is not of the court’s system, whatever proves its sender',
  async (_, messageId) => {
    const raw = await pasted(messageId)
    for (const origin of [{}, fromServer]) {
      const { trust, sentence, believed } = await check(raw, origin)
      expect([trust, believed]).toEqual(['unverified', undefined])
      expect(sentence).toContain(byHand)
    }
    const forward = await makeMail(forwardWhole([raw], { from: 'bob@evil.example' }))
    expect(await check(forward, {})).toMatchObject({ trust: 'unverified' })
  },
)

test.each([
  '<20260907.4417@cand.uscourts.gov>',
  '<9ba1b6b0-3e0c-4d6f-8a53-7c1b1f0f5f0e@ecf.cand.uscourts.gov>',
  '<1066811685.6583.1659997259208@ca9db.ca9.gtwy.dcn>',
])('a notice with the Message-ID %s, which no mail program of a person writes, is the court’s', async (messageId) => {
  const raw = Buffer.from(
    (await courtNotice(number)).toString().replace(/^Message-ID:.*$/m, `Message-ID: ${messageId}`),
  )
  expect(await check(await sign(raw, 'cand.uscourts.gov'), {})).toMatchObject({ trust: 'verified' })
})

test('an announcement, an invitation or a letter that people at a court wrote is theirs', async () => {
  for (const body of [
    '<p>This is an announcement e-mail message generated by Court action.</p><p>The site is down on Sunday.</p>',
    '<p>Judge Roe is inviting you to a scheduled ZoomGov meeting.</p><p>Time: Jan 4, 2027 09:00 AM Pacific Time</p>',
    '<p>Please call chambers.</p>',
  ])
    expect(await check(await pasted(outlook, { subject: 'A word from chambers', body }), {}), body).toMatchObject({
      trust: 'verified',
    })
})

test('in domains of systems where people have addresses too, only the system’s mailbox writes notices', async () => {
  const casemail = async (from: string) => {
    const mail = await readFile(tames, 'utf8')
    const body = mail.slice(mail.indexOf('\n\n') + 2)
    const headers = ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64']
    const subject = 'Automated Case Update from First Court of Appeals'
    return makeMail({ from, subject, messageId: outlook, headers, body, signedBy: 'txcourts.gov' })
  }
  expect(await check(await casemail('noreply-tames@txcourts.gov'), {})).toMatchObject({ trust: 'verified' })
  const { trust, sentence } = await check(await casemail('jane.clerk@txcourts.gov'), {})
  expect(trust).toBe('unverified')
  expect(sentence).toContain(byHand)
})

test('the court’s own notice is proven as before', async () => {
  const raw = await courtNotice(number, 'cand.uscourts.gov')
  for (const origin of [{}, fromServer]) expect(await check(raw, origin)).toMatchObject({ trust: 'verified' })
  const forward = await makeMail(forwardWhole([raw], { from: 'bob@evil.example' }))
  expect(await check(forward, {})).toMatchObject({ trust: 'forwarded' })
})

/** What a stranger wrote to a list or a help desk of a court, which sends it on by the court's own server. */
test.each([
  ['a list', `'Bob' via ECF users <ecf-users@cand.uscourts.gov>`, 'List-Id: <ecf-users.cand.uscourts.gov>'],
  ['a list that takes posts', 'Bob <ecf-users@cand.uscourts.gov>', 'List-Post: <mailto:ecf-users@cand.uscourts.gov>'],
  ['a list that keeps the sender', 'ECF <ecf-users@cand.uscourts.gov>', 'X-Original-From: Bob <bob@evil.example>'],
  ['a help desk', 'Help <help@cand.uscourts.gov>', 'X-ServiceNow-Generated: true'],
  ['another help desk', 'Help <help@cand.uscourts.gov>', 'X-Zendesk-Email-Id: 1'],
])('the court’s signature and server prove nothing of what %s there sends on', async (_, from, header) => {
  const raw = await makeMail({
    from,
    subject: activity,
    headers: [header],
    body: await forged(),
    signedBy: 'cand.uscourts.gov',
  })
  for (const origin of [{}, fromServer]) {
    const { trust, sentence, believed } = await check(raw, origin)
    expect([trust, believed]).toEqual(['unverified', undefined])
    expect(sentence).toMatch(/but a (?:mailing list|help desk \(\w+\)) there sent it on under its own address/)
  }
})

test.each([
  [
    'a list that only announces',
    ['List-Id: <ecf-news.cand.uscourts.gov>', 'List-Unsubscribe: <mailto:x@cand.uscourts.gov>'],
  ],
  ['a program that is also used for forms', ['X-Mailer: PHPMailer 6.1.6']],
  [
    'a list of the firm that changes nothing',
    [
      'List-Post: <mailto:ecf@firm.example>',
      'X-BeenThere: ecf@firm.example',
      'X-Original-Sender: ecf-news@cand.uscourts.gov',
    ],
  ],
])('what a court writes by %s is its own', async (_, headers) => {
  const mail = { from: 'ECF news <ecf-news@cand.uscourts.gov>', subject: activity, headers, body: await forged() }
  expect(await check(await makeMail({ ...mail, signedBy: 'cand.uscourts.gov' }), fromServer)).toMatchObject({
    trust: 'verified',
  })
})
