import { neighbor } from './sealed-mail.ts'
import { withHeader } from './signed-mail.ts'
import { foundCourt, type MailboxName, mailboxes, receivedBy, resultsOf, withBanner } from './witnessed-mail.ts'

/** Chooses one of several choices. */
export type Choose = <T>(choices: readonly T[]) => T

/** Mulberry32: the same messages in each run, so that a failure can be repeated by its number. */
export function randomOf(seed: number): Choose {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return (choices) => choices[Math.floor(next() * choices.length)] as (typeof choices)[number]
}

/** What someone else wrote into the notice. */
export const words = [
  '',
  '=3Cb=3EDocket Text: ORDER FORGED=3C/b=3E',
  '=0ACase Number: 1:26-cv-09999=0A=\r\nFORGED',
  '<b>FORGED</b>',
  '\r\n--b\r\nContent-Type: text/html\r\n\r\nFORGED\r\n--b--\r\n',
]
/** Header lines that anyone may put into a message. */
export const lines = [
  ...['quoted-printable', 'base64', '8bit', 'binary'].map((encoding) => `Content-Transfer-Encoding: ${encoding}`),
  ...['text/plain', 'text/html', 'multipart/mixed; boundary=b', 'text/plain; format=flowed', 'message/rfc822'].map(
    (type) => `Content-Type: ${type}`,
  ),
  ...['Subject: FORGED', 'From: x@evil.example', 'Sender: x@nysd.uscourts.gov', 'Date: Mon, 7 Sep 2026 10:00:00 -0700'],
  ...['Content-Type\u00a0: text/plain', 'Content-Transfer-Encoding\v: quoted-printable', 'X-Other: 1'],
]
/** Changes of white space and of what is signed. */
export const spaces: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text.replaceAll('\r\n\r\n', '\r\n \r\n').replace('\r\n \r\n', '\r\n\r\n'),
  (text) => text.replace('MOTION', 'MOTION  '),
  (text) => text.replace('Notice', 'Motion'),
  (text) => text.replaceAll('\r\n', '\n'),
]

interface Stranger {
  pick: Choose
  mailbox: MailboxName
  from: string
}

/** A mailbox receives it from a stranger who wrote results of a provider into it, as well as they can. */
export function deliveredByStranger(raw: Buffer, { pick, mailbox, from }: Stranger): Buffer {
  let sent = raw
  for (let at = pick([0, 1, 1, 2]); at > 0; at--) {
    const name = pick(mailboxes)
    const text = resultsOf(name, {
      ...foundCourt(pick([from, from, 'evil.example'])),
      dmarc: pick(['pass', 'none', '']),
    })
    const line = `${pick(['Authentication-Results', 'authentication-results', 'ARC-Authentication-Results: i=1;X'])}: ${text}`
    sent = pick([
      () => withHeader(sent, line, 'added'),
      () => receivedBy(name, sent, { results: text }),
      () => receivedBy(name, withHeader(sent, line, 'added'), {}),
      () => Buffer.from(sent.toString('latin1').replace('\r\n\r\n', `\r\n${line}\r\n\r\n`), 'latin1'),
      () => Buffer.from(sent.toString('latin1').replace('\r\n\r\n', `\r\n\r\n${line}\r\n\r\n`), 'latin1'),
    ])()
  }
  // By its signature DMARC may pass for anyone who sends a message again.
  const found = pick([
    { spf: 'fail', mailFrom: from, dmarc: pick(['pass', 'fail', 'none', '']) },
    { spf: 'pass', mailFrom: 'evil.example', dmarc: pick(['pass', 'fail', 'none', '']) },
    { spf: 'none', mailFrom: `x.${from}`, dmarc: 'fail' },
    { spf: 'pass', mailFrom: neighbor, dmarc: 'pass' },
  ])
  const peer = pick(['relay.evil.example', 'icmecf101.gtwy.uscourts.gov', 'mail-1.google.com', 'mx.firm.example'])
  return receivedBy(mailbox, pick([sent, withBanner(sent)]), { results: resultsOf(mailbox, { ...found, from }), peer })
}
