import { open } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { GraphClient } from '../../../mail/graph/graph-client.ts'
import { readAs } from '../../../mail/graph/read-as.ts'
import type { Mail, MailFile } from '../mail.ts'
import { composeMime, sizeOf } from './compose-mime.ts'

/** Smaller files are part of a request, larger ones are uploaded ("Attach large files to Outlook messages"). */
const smallestUpload = 3_000_000
/** A multiple of 320 KiB below 4 MB. */
const partBytes = 12 * 320 * 1024

/**
 * Makes a draft of an email too large for one request, with all its files, and returns how it is sent. It keeps the
 * email's headers, and with them its Message-ID.
 */
export async function makeDraft(client: GraphClient, mail: Mail): Promise<() => Promise<unknown>> {
  const { attachments = [], ...bare } = mail
  const body = (await composeMime(bare)).toString('base64')
  const { id } = readAs(draftForm, await client.ask({ method: 'POST', at: '/messages', body }))
  try {
    for (const file of attachments) await attach(client, at(id), file)
  } catch (error) {
    await deleteDraft(client, id).catch(() => undefined)
    throw error
  }
  return () => client.ask({ method: 'POST', at: `${at(id)}/send` })
}

const draftForm = z.object({ id: z.string() })

export async function deleteDraft(client: GraphClient, id: string): Promise<void> {
  await client.ask({ method: 'DELETE', at: at(id) })
}

function at(id: string): string {
  return `/messages/${encodeURIComponent(id)}`
}

async function attach(client: GraphClient, draft: string, file: MailFile): Promise<void> {
  const size = await sizeOf(file)
  const { filename: name, contentType, content } = file
  if (size >= smallestUpload) return upload(client, draft, { file, size })
  const bytes = content instanceof Uint8Array ? Buffer.from(content) : await readPart(content.path, { from: 0, size })
  const body = {
    '@odata.type': '#microsoft.graph.fileAttachment',
    ...{ name, contentType, contentBytes: bytes.toString('base64') },
  }
  await client.ask({ method: 'POST', at: `${draft}/attachments`, body })
}

const sessionForm = z.object({ uploadUrl: z.string() })

async function upload(
  client: GraphClient,
  draft: string,
  { file: { filename: name, contentType, content }, size }: { file: MailFile; size: number },
): Promise<void> {
  const body = { AttachmentItem: { attachmentType: 'file', name, size, contentType } }
  const answer = await client.ask({ method: 'POST', at: `${draft}/attachments/createUploadSession`, body })
  const { uploadUrl } = readAs(sessionForm, answer)
  for (let from = 0; from < size; from += partBytes) {
    const end = Math.min(from + partBytes, size)
    const bytes =
      content instanceof Uint8Array
        ? content.subarray(from, end)
        : await readPart(content.path, { from, size: end - from })
    await client.upload(uploadUrl, { bytes, range: `bytes ${from}-${end - 1}/${size}` })
  }
}

async function readPart(path: string, { from, size }: { from: number; size: number }): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, from)
  if (bytesRead !== size) throw new Error('a file became shorter while it was sent')
  return buffer
}
