import { stat } from 'node:fs/promises'
import MailComposer from 'nodemailer/lib/mail-composer'
import { headersOf, type Mail, type MailFile } from '../mail.ts'

/**
 * Graph takes requests of up to 4 MB. An email's files are a third larger in it, and so is the email in the request, so
 * this much of files goes in one.
 */
export const mostTogether = 2_000_000

/** How large the files of an email are, in bytes. */
export async function filesSize({ attachments = [] }: Mail): Promise<number> {
  const sizes = await Promise.all(attachments.map(sizeOf))
  return sizes.reduce((sum, size) => sum + size, 0)
}

export async function sizeOf({ content }: MailFile): Promise<number> {
  return content instanceof Uint8Array ? content.byteLength : (await stat(content.path)).size
}

/** Returns an email as it is sent, with all headers. */
export async function composeMime(mail: Mail): Promise<Buffer> {
  const attachments = (mail.attachments ?? []).map(({ content, ...file }) => ({
    ...file,
    ...(content instanceof Uint8Array ? { content: Buffer.from(content) } : { path: content.path }),
  }))
  // No part of an email may make this server read a web page; the files are those of the email.
  return new MailComposer({ ...mail, headers: headersOf(mail), attachments, disableUrlAccess: true }).compile().build()
}
