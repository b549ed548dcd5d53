import { readFileSync } from 'node:fs'
import { type SigningInput, signWith } from '@courtcrier/sandbox/notice/dkim.ts'
import { type SigningWayName, signingWays } from '@courtcrier/sandbox/notice/signing-ways.ts'
import { testPrivateKey } from './court-mail.ts'

/** A court's real notice, to be signed as that court signs. */
export interface CourtMail {
  name: string
  file: string
  way: SigningWayName
  domain: string
}

export const courtMails: readonly CourtMail[] = [
  {
    name: 'CM/ECF of 2024, HTML',
    file: 'formats/cmecf-nef/fixtures/ared-case-closed.txt',
    way: 'cmecf2024',
    domain: 'uscourts.gov',
  },
  {
    name: 'CM/ECF since August 2025, HTML',
    file: 'formats/cmecf-nef/fixtures/ared-case-closed.txt',
    way: 'cmecf2025',
    domain: 'uscourts.gov',
  },
  {
    name: 'CM/ECF since August 2025, plain text',
    file: 'formats/cmecf-nef/fixtures/dcd-plain-text.txt',
    way: 'cmecf2025',
    domain: 'uscourts.gov',
  },
  {
    name: 'ACMS, quoted-printable',
    file: 'formats/acms-nda/fixtures/ca9-submitted-not-docketed.txt',
    way: 'acms',
    domain: 'ca9.fedcourts.us',
  },
  {
    name: 'the Supreme Court, 7bit',
    file: 'formats/scotus/fixtures/25-250-amicus-brief.eml',
    way: 'scotus',
    domain: 'sc-us.gov',
  },
  {
    name: 'the Texas courts of appeals, base64',
    file: 'formats/tames/fixtures/first-court-of-appeals.txt',
    way: 'microsoft365',
    domain: 'txcourts.gov',
  },
]

/** The headers that courts write themselves. */
const own =
  /^(?:from|to|subject|date|message-id|mime-version|content-type|content-transfer-encoding|x-sbrs|x-remote-ip):/i

/** Returns the notice without the headers of the mail servers it passed, with CRLF line ends. */
export function unsignedMail({ file }: Pick<CourtMail, 'file'>): Buffer {
  const text = readFileSync(new URL(`../../courts/${file}`, import.meta.url), 'latin1').replace(/\r?\n/g, '\r\n')
  const end = text.indexOf('\r\n\r\n')
  const fields = text.slice(0, end).split(/\r\n(?![ \t])/)
  return Buffer.from(`${fields.filter((line) => own.test(line)).join('\r\n')}${text.slice(end)}`, 'latin1')
}

export function signAs(
  message: Buffer,
  { way, domain }: Pick<CourtMail, 'way' | 'domain'>,
  at = new Date(),
  odd: Pick<SigningInput, 'hash' | 'tags'> = {},
): Buffer {
  return signWith(message, signingWays[way], { domain, selector: 'test', privateKey: testPrivateKey, at, ...odd })
}

/** Adds a header line on top or below all others, or puts it in the place of the one with its name. */
export function withHeader(message: Buffer, line: string, place: 'added' | 'below' | 'changed' | 'removed'): Buffer {
  const text = message.toString('latin1')
  if (place === 'added') return Buffer.from(`${line}\r\n${text}`, 'latin1')
  const end = text.indexOf('\r\n\r\n')
  if (place === 'below') return Buffer.from(`${text.slice(0, end)}\r\n${line}${text.slice(end)}`, 'latin1')
  const name = line.slice(0, line.indexOf(':')).toLowerCase()
  const fields = text.slice(0, end).split(/\r\n(?![ \t])/)
  const isSame = (field: string) => field.slice(0, field.indexOf(':')).toLowerCase() === name
  const changed = fields.flatMap((field) => (isSame(field) ? (place === 'changed' ? [line] : []) : [field]))
  return Buffer.from(`${changed.join('\r\n')}${text.slice(end)}`, 'latin1')
}
