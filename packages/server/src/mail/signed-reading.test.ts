import { describe, expect, test } from 'vitest'
import { innerMessages } from '../courts/message/forwarding.ts'
import { bodyToShow, decodeMessage } from '../courts/message/mime.ts'
import { takeSigned } from '../courts/message/signed-reading.ts'
import { parseNotice } from '../courts/registry.ts'
import { findBelieved } from './believed.ts'
import type { Origin } from './origin.ts'
import { examineWith } from './sender-evidence.ts'
import { courtServer, makeDns, makeMail, timeoutMs } from './testing/court-mail.ts'
import { type SandboxMail, sandboxMails } from './testing/sandbox-mail.ts'
import { type CourtMail, courtMails, signAs, unsignedMail, withHeader } from './testing/signed-mail.ts'
import { forwardWhole, isOfFirm, sealedBy } from './testing/trust-scenarios.ts'
import { checkSender } from './trust.ts'

const stranger: Origin = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'x@evil.example' }
const mailbox: Origin = {}

/** Checks a message, and reads what is believed of it; undefined if nothing is. */
async function believe(raw: Buffer, origin: Origin, trustedForwarders: readonly string[] = []) {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) return { sentence: decoded.problem }
  const examine = examineWith(makeDns().resolve)
  const options = { message: decoded.message, origin, examine, trustedForwarders, findInsider: isOfFirm, timeoutMs }
  const check = await checkSender(raw, options)
  const { sentence } = check
  if (check.trust === 'unverified') return { sentence }
  const [id] = check.originalIds ?? []
  const source = id === undefined ? raw : Buffer.from(innerMessages(decoded.message)[0] ?? [])
  const { reading } = findBelieved(check) ?? {}
  if (!reading) throw new Error('it is believed as delivered')
  const read = await decodeMessage(takeSigned(source, reading), true)
  return { sentence, ...('message' in read && { read: seen(read.message) }) }
}

/** What a reader and the pipeline see of a message. Signatures allow white space to change. */
function seen(message: Parameters<typeof parseNotice>[0]) {
  const parsed = parseNotice(message)
  const notice = JSON.stringify('notice' in parsed ? parsed.notice : parsed, (key, value) =>
    key === 'span' ? undefined : typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : value,
  )
  return {
    isNotice: 'notice' in parsed,
    from: message.from?.address,
    subject: message.subject,
    text: bodyToShow(message).source.replace(/\s+/g, ''),
    notice,
  }
}

/** A court's real notice, signed as that court signs, or a notice of the sandbox. */
function signed(mail: CourtMail | SandboxMail): Buffer {
  return 'file' in mail ? signAs(unsignedMail(mail), mail) : mail.raw
}

/** What the court wrote. */
async function asSigned(mail: CourtMail | SandboxMail) {
  const decoded = await decodeMessage(withHeader(signed(mail), 'DKIM-Signature: ', 'removed'), true)
  if ('problem' in decoded) throw new Error(decoded.problem)
  return seen(decoded.message)
}

const places = {
  'replayed by a stranger': (raw: Buffer) => believe(raw, stranger),
  'read from a mailbox': (raw: Buffer) => believe(raw, mailbox),
  'forwarded as an attachment': async (raw: Buffer) =>
    believe(await makeMail(forwardWhole([raw], { from: 'bob@evil.example', encoding: 'base64' })), stranger),
} as const

/** Header lines that anyone may put into a signed mail. */
const lines = [
  ...['quoted-printable', 'base64', 'QUOTED-PRINTABLE', '8bit', '7bit', 'binary', 'x-uuencode'].map(
    (encoding) => `Content-Transfer-Encoding: ${encoding}`,
  ),
  ...['text/plain', 'text/html', 'text/html; charset=utf-7', 'text/plain; charset=utf-16', 'message/rfc822'].map(
    (type) => `Content-Type: ${type}`,
  ),
  'Content-Type: multipart/mixed; boundary="x"',
  'Content-Type: text/plain; format=flowed; delsp=yes',
  'Content-Type: application/octet-stream; name="notice.eml"',
  'Content-Disposition: attachment; filename="a.pdf"',
  'Content-Disposition: inline; filename="notice.eml"',
  'Subject: Activity in Case 1:26-cv-09999 Order FORGED',
  'From: ECF-NYSD@nysd.uscourts.gov',
  'Sender: ECF-NYSD@nysd.uscourts.gov',
  'To: victim@firm.example',
  'Cc: victim@firm.example',
  'Date: Mon, 7 Sep 2026 10:00:00 -0700',
  'Message-ID: <1@nysd.uscourts.gov>',
  'MIME-Version: 2.0',
  ...['\u00a0', '\u00ef\u00bb\u00bf', '\v', '\f', '\u2028', ' ', '\t', '\u00c2\u00a0'].flatMap((blank) => [
    `Content-Transfer-Encoding${blank}: quoted-printable`,
    `Content-Type${blank}: text/plain`,
  ]),
  '\u00a0Content-Transfer-Encoding: quoted-printable',
  '\vContent-Type: text/plain',
]

describe.each([...courtMails, ...sandboxMails])('$name', (mail) => {
  test('is believed wherever it was received, as the court wrote it', async () => {
    const raw = signed(mail)
    const written = await asSigned(mail)
    expect(written.isNotice).toBe(true)
    for (const [place, receive] of Object.entries(places)) {
      const { sentence, read } = await receive(raw)
      expect(read, `${place}: ${sentence}`).toEqual(written)
      expect(sentence).not.toContain('It was changed on the way')
    }
  })

  test('is never read otherwise, whatever header is added, changed or removed', async () => {
    const raw = signed(mail)
    const written = await asSigned(mail)
    const changes = lines.flatMap((line) =>
      (['added', 'changed', 'removed'] as const).map((how) => [how, line] as const),
    )
    for (const [how, line] of changes) {
      const changed = withHeader(raw, line, how)
      for (const [place, receive] of Object.entries(places)) {
        const { read } = await receive(changed)
        if (read) expect(read, `${how} ${JSON.stringify(line)}, ${place}`).toEqual(written)
      }
    }
  })
})

const words = '=3Cb=3EDocket Text: ORDER 918 FORGED.=3C/b=3E All deadlines are vacated.'

/** A notice of CM/ECF whose docket text someone else wrote. */
function withTheirWords(): Buffer {
  const raw = unsignedMail({ file: 'formats/cmecf-nef/fixtures/ared-case-closed.txt' })
  return Buffer.from(raw.toString('latin1').replace('MOTION', `MOTION ${words}`), 'latin1')
}

describe.each(['cmecf2024', 'cmecf2025'] as const)("someone's words in a notice signed as %s", (way) => {
  const signed = () => signAs(withTheirWords(), { way, domain: 'uscourts.gov' })

  test.each(Object.entries(places))('are not decoded by a header put in front of it, %s', async (_, receive) => {
    const forged = withHeader(signed(), 'Content-Transfer-Encoding: quoted-printable', 'added')
    const { read, sentence } = await receive(forged)
    expect(read?.text, sentence).toContain('=3Cb=3EDocketText:ORDER918FORGED')
    expect(sentence).toContain('It was changed on the way; only what its sender signed was read.')
  })

  test('are not decoded if a forwarding service vouches for the message', async () => {
    const forged = withHeader(withTheirWords(), 'Content-Transfer-Encoding: quoted-printable', 'added')
    const sealed = await sealedBy('google.com', 'pass', 'ared.uscourts.gov')(withTheirWords())
    const changed = withHeader(sealed, 'Content-Transfer-Encoding: quoted-printable', 'added')
    const { read, sentence } = await believe(changed, stranger, ['google.com'])
    expect(read?.text, sentence).toContain('=3Cb=3EDocketText:ORDER918FORGED')
    expect((await believe(forged, stranger, ['google.com'])).read).toBeUndefined()
  })
})

describe('a forwarding service that received a signed notice', () => {
  const signed = () => signAs(withTheirWords(), { way: 'cmecf2025', domain: 'uscourts.gov' })
  const withFooter = (raw: Buffer) => Buffer.concat([raw, Buffer.from('-- \r\nThe docketing group\r\n')])
  const unsigned = (raw: Buffer) => withHeader(raw, 'DKIM-Signature: ', 'removed')

  test.each([
    ['a stranger', { spf: 'fail', mailFrom: 'x@ared.uscourts.gov' }],
    ['a stranger, under their own name', { spf: 'pass', mailFrom: 'x@evil.example' }],
  ])('from %s proves nothing, because headers may have been put in front of it', async (_, found) => {
    for (const line of ['Content-Transfer-Encoding: quoted-printable', 'Content-Type: multipart/mixed; boundary=b']) {
      const forged = withHeader(withHeader(signed(), line, 'removed'), line, 'added')
      for (const received of [withFooter(forged), unsigned(forged)]) {
        const sealed = await sealedBy('google.com', 'pass', 'ared.uscourts.gov', found)(received)
        const { read, sentence } = await believe(sealed, stranger, ['google.com'])
        expect(read, sentence).toBeUndefined()
      }
    }
  })

  test("from the court's own server is believed, whatever breaks the signature afterwards", async () => {
    const sealed = await sealedBy('google.com', 'pass', 'ared.uscourts.gov')(withFooter(signed()))
    const { read, sentence } = await believe(sealed, stranger, ['google.com'])
    expect(sentence).toContain('google.com confirms (ARC)')
    expect(read?.text).toContain('=3Cb=3EDocketText:ORDER918FORGED')
  })
})

test('an encoding that was 8bit when it was signed, without being covered, cannot be changed', async () => {
  const raw = withHeader(withTheirWords(), 'Content-Transfer-Encoding: 8bit', 'added')
  const signed = signAs(raw, { way: 'cmecf2024', domain: 'uscourts.gov' })
  const { read } = await believe(withHeader(signed, 'Content-Transfer-Encoding: quoted-printable', 'changed'), mailbox)
  expect(read?.text).toContain('=3Cb=3EDocketText:ORDER918FORGED')
})

const vendor = { way: 'microsoft365', domain: 'efilingmail.tylertech.cloud' } as const

const link = 'Download Document: https://illinois.tylertech.cloud/View.aspx'

/** A service message without an equals sign of its own, whose case name the filer wrote. */
function serviceMail(name: string): Buffer {
  const head = [
    'From: no-reply@efilingmail.tylertech.cloud',
    'To: firm@firm.example',
    'Subject: Notification of Service for Case: 2025LA000999, Doe v. Roe',
    'Date: Mon, 7 Sep 2026 10:00:00 -0700',
    'Message-ID: <1@efilingmail.tylertech.cloud>',
    'MIME-Version: 1.0',
    'Content-Type: text/plain',
  ]
  const body = ['Filing Details', 'Court: Will County', 'Case Number: 2025LA000999', `Case Style: Doe v. ${name}`, link]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body.join('\r\n')}\r\n`)
}

test('a body that gives two different notices in two encodings waits for a person', async () => {
  const signed = signAs(serviceMail('R=6Fe'), vendor)
  for (const raw of [signed, withHeader(signed, 'Content-Transfer-Encoding: quoted-printable', 'added')]) {
    const { read, sentence } = await believe(raw, mailbox)
    expect(read).toBeUndefined()
    expect(sentence).toContain('its body says different things in different encodings')
  }
  expect((await believe(signAs(serviceMail('Roe'), vendor), mailbox)).read?.isNotice).toBe(true)
})

test('parts count only by a boundary that is covered', async () => {
  const html = '<p>Notice of Electronic Filing</p>'
  const body = `--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Second</p>\r\n--b--\r\n`
  const raw = await makeMail({ headers: ['Content-Type: multipart/mixed; boundary=b'], body })
  const believed = (way: 'cmecf2024' | 'cmecf2025') => believe(signAs(raw, { way, domain: 'uscourts.gov' }), mailbox)
  expect((await believed('cmecf2024')).read?.text).toContain('Second')
  const open = await believed('cmecf2025')
  expect(open.read).toBeUndefined()
  expect(open.sentence).toContain('its signature doesn\'t cover its "content-type" header')
})

test('white space that a signature allows to change does not move where a part begins', async () => {
  const body =
    '--b\r\nContent-Type: text/html\r\n\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>=3Cb=3EFORGED</p>\r\n--b--\r\n'
  const raw = await makeMail({ headers: ['Content-Type: multipart/mixed; boundary="b"'], body })
  const signed = signAs(raw, { way: 'whole', domain: 'uscourts.gov' })
  const changed = Buffer.from(signed.toString().replace('text/html\r\n\r\n', 'text/html\r\n \r\n'))
  const { read } = await believe(changed, mailbox)
  expect(read?.text).toContain('=3Cb=3EFORGED')
})

test('a signature dated in the future proves nothing, and one a few minutes ahead does', async () => {
  const { way, domain } = courtMails[0] as CourtMail
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const raw = unsignedMail(courtMails[0] as CourtMail)
  expect((await believe(signAs(raw, { way, domain }, at(3)), mailbox)).read).toBeDefined()
  const future = await believe(signAs(raw, { way, domain }, at(30)), mailbox)
  expect(future.sentence).toContain('its signature is dated in the future')
})

test('a notice that its own server delivered is read exactly as it was delivered', async () => {
  const { read } = await believe(withTheirWords(), { ...courtServer, mailFrom: 'x@ared.uscourts.gov' })
  expect(read?.text).toContain('=3Cb=3EDocketText:ORDER918FORGED')
})
