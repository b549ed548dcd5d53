import { ownIdHeader } from '../../mail/own-message-id.ts'

/** A complete email. */
export interface Mail {
  from: { name: string; address: string }
  to: { name: string; address: string }
  replyTo?: string | undefined
  subject: string
  text: string
  html?: string
  messageId?: string
  references?: string | undefined
  headers?: Readonly<Record<string, string>>
  attachments?: readonly MailFile[]
}

export interface MailFile {
  filename: string
  contentType: string
  content: Uint8Array | { path: string }
}

/** Returns the headers that an email is sent with beyond those of every email. */
export function headersOf({ headers, messageId }: Mail): Readonly<Record<string, string>> {
  return { ...headers, ...(messageId === undefined ? {} : { [ownIdHeader]: messageId }) }
}
