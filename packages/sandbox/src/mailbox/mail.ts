import { createHash } from 'node:crypto'
import PostalMime, { type Address, type Email } from 'postal-mime'

/** A message as received, unparsed. */
export interface RawMail {
  /** Counts from 1 in order of arrival. */
  id: number
  /** ISO time of the 250. */
  at: string
  envelopeFrom: string
  envelopeTo: readonly string[]
  raw: Buffer
}

/** A captured email without its contents. */
export interface Mail {
  id: number
  at: string
  messageId: string
  /** 1 for the first with this Message-ID to these recipients, 2 for its first duplicate, and so on. */
  copy: number
  envelopeFrom: string
  envelopeTo: readonly string[]
  from: string
  to: readonly string[]
  subject: string
  headers: readonly { name: string; value: string }[]
  text: string
  hasHtml: boolean
  attachments: readonly MailAttachment[]
}

export interface MailAttachment {
  index: number
  name: string
  contentType: string
  size: number
  sha256: string
}

/** An email with all its contents. */
export interface OpenedMail extends Mail {
  html: string | undefined
  contents: readonly Buffer[]
}

/** Reads a message. A message without a subject, text or Message-ID gets empty ones. */
export async function openMail(mail: RawMail, copy: number): Promise<OpenedMail> {
  const email = await PostalMime.parse(mail.raw)
  const contents = email.attachments.map((attachment) => bytesOf(attachment.content))
  return {
    id: mail.id,
    at: mail.at,
    messageId: email.messageId ?? '',
    copy,
    envelopeFrom: mail.envelopeFrom,
    envelopeTo: mail.envelopeTo,
    from: addressesOf(email.from === undefined ? [] : [email.from])[0] ?? '',
    to: addressesOf(email.to ?? []),
    subject: email.subject ?? '',
    headers: email.headers.map(({ key, value }) => ({ name: key, value })),
    text: email.text ?? '',
    hasHtml: email.html !== undefined,
    html: email.html,
    attachments: email.attachments.map((attachment, index) => describe(attachment, contents[index] as Buffer, index)),
    contents,
  }
}

function describe(attachment: Email['attachments'][number], content: Buffer, index: number): MailAttachment {
  return {
    index,
    name: attachment.filename ?? `attachment-${index + 1}`,
    contentType: attachment.mimeType,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array)
}

function addressesOf(addresses: readonly Address[]): string[] {
  return addresses.flatMap((address) => {
    if (address.group !== undefined) return address.group.map(written)
    return [written(address)]
  })
}

function written({ name, address }: { name: string; address?: string }): string {
  return name ? `${name} <${address ?? ''}>` : (address ?? '')
}
