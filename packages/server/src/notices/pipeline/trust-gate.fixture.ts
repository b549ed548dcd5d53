import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { dkimSign } from 'mailauth'
import { decodeMessage } from '../../courts/message/mime.ts'
import { messageOf } from '../../courts/read-fixture.ts'
import { parseNotice } from '../../courts/registry.ts'
import { makeDns, testPrivateKey } from '../../mail/testing/court-mail.ts'

/** Each trust result has a separate firm, so that the same notice can be received once for each. */
export const believed = ['verified', 'forwarded'] as const
export const doubted = ['unverified', 'look-alike', 'fake', 'dns trouble'] as const
export const states = [...believed, ...doubted] as const
export type State = (typeof states)[number]
export const firmOf = (state: State) => states.indexOf(state) + 1

export interface Kind {
  name: string
  file?: string
  change?: (body: string) => string
  /** The message itself, if there is no file. */
  mail?: Mail
  /** True if it stops at parsing because it names no case. */
  isCaseless?: true
  hasLinks?: true
}

interface Mail {
  from: string
  subject: string
  html: string
}

export const kinds: readonly Kind[] = [
  { name: 'with links', file: 'cmecf-nef/fixtures/ared-case-closed.txt', hasLinks: true },
  { name: 'without links', file: 'cmecf-nda/fixtures/cafc-text-only-order.txt' },
  {
    name: 'sealed',
    file: 'cmecf-nef/fixtures/ord-no-recipients.txt',
    change: (body) => body.replace(/(Docket Text:<\/strong>[\s\S]*?SIZE=3>)/i, '$1SEALED Document. '),
  },
  { name: 'entry changed', file: 'cmecf-nef/fixtures/pawb-entry-updated.txt', hasLinks: true },
  { name: 'announcement', file: 'court-announcement/fixtures/ohsd-contact-information.txt', isCaseless: true },
  { name: 'invitation', file: 'court-invitation/fixtures/ohsd-settlement-conference.txt' },
  { name: 'summary', file: 'cmecf-summary/fixtures/nvd-two-cases-html.txt', hasLinks: true },
  { name: 'state service', file: 'tyler-efile/fixtures/illinois-service.txt' },
  { name: 'state rejection', file: 'tyler-efile/fixtures/california-rejected.txt' },
  { name: 'state confirmation', file: 'tyler-efile/fixtures/illinois-accepted.txt' },
  {
    name: 'format of the firm',
    mail: {
      from: 'clerk@txcourts.gov',
      subject: 'County filing',
      html: '<p>Case No. 26-BC-0001</p><p>Event: Order on everything</p>',
    },
  },
]

export async function subjectOf(
  kind: Kind,
  mail: Mail,
): Promise<{ courtId: string | undefined; number: string | undefined; name: string | undefined }> {
  if (kind.mail) return { courtId: 'texbizct', number: '26-BC-0001', name: undefined }
  const parsed = parseNotice(messageOf({ ...mail, from: { name: '', address: mail.from } }))
  if ('unclear' in parsed) throw new Error(`${kind.name}: ${parsed.unclear}`)
  if (kind.name === 'sealed' && !parsed.notice.isSealed) throw new Error('the sealed notice is not sealed')
  const [found] = parsed.notice.cases
  return { courtId: parsed.notice.courtId.value, number: found?.docketNumber.value, name: found?.name?.value }
}

export async function mailOf({ file, mail, change = (body) => body }: Kind): Promise<Mail> {
  if (mail) return mail
  const decoded = await decodeMessage(readFileSync(new URL(`../../courts/formats/${file}`, import.meta.url)))
  if ('problem' in decoded) throw new Error(decoded.problem)
  const { from, subject, html, text = '' } = decoded.message
  const body = html ?? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>\n')
  return { from: from?.address ?? '', subject, html: change(body) }
}

export async function rawOf(state: State, { from, subject, html }: Mail): Promise<Buffer> {
  const domain = from.slice(from.indexOf('@') + 1)
  const quoted = `<p>fyi</p><b>From:</b> ${from}<br><b>Sent:</b> Monday<br><b>Subject:</b> ${subject}<br><br>${html}`
  switch (state) {
    case 'verified':
      return sign(compose({ from, subject, html }), domain)
    case 'forwarded':
      return sign(compose({ from: 'jane@firm2.example', subject: `FW: ${subject}`, html: quoted }), 'firm2.example')
    case 'unverified':
      return compose({ from, subject, html })
    case 'look-alike':
      return compose({ from: `"${from}" <clerk@us-courts.example>`, subject, html: quoted })
    case 'fake':
      return compose({ from: `"Immediate action required" <${from}>`, subject: `${subject} (court notice)`, html })
    case 'dns trouble':
      return sign(compose({ from, subject, html }), domain, 'unanswered')
  }
}

let serial = 0

function compose({ from, subject, html }: Mail): Buffer {
  const head = [
    `From: ${from}`,
    'To: docketing@firm2.example',
    `Subject: ${subject}`,
    `Message-ID: <gate-${++serial}@mail.example>`,
    'Date: Mon, 7 Sep 2026 10:00:00 -0700',
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ]
  const body = Buffer.from(html).toString('base64').replace(/.{76}/g, '$&\r\n')
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}\r\n`)
}

async function sign(message: Buffer, domain: string, selector = 'test'): Promise<Buffer> {
  const signature = { signingDomain: domain, selector, privateKey: testPrivateKey }
  const { signatures } = await dkimSign(message, { ...signature, signatureData: [signature] })
  return Buffer.concat([Buffer.from(signatures), message])
}

/** Knows the keys of every domain; the selector "unanswered" gets no answer. */
export async function startDns(): Promise<Server> {
  const { resolve } = makeDns()
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://dns')
    const [name, type] = [searchParams.get('name') ?? '', searchParams.get('type') ?? '']
    if (name.startsWith('unanswered.')) return response.writeHead(500).end()
    try {
      const answer = await resolve(name, type)
      response.writeHead(200).end(JSON.stringify(answer))
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}
