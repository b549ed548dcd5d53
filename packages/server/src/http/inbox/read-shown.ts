import { randomUUID } from 'node:crypto'
import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import type { readMessage } from '@courtcrier/contract/calls/inbox.ts'
import type { Services } from '../../base/services.ts'
import { messageReader } from '../../courts/read-on-thread.ts'
import type { ShownMessage } from '../../courts/shown-message.ts'
import { sourceOfNotice } from '../../mail/believed.ts'
import type { Caller } from '../../records/caller.ts'
import { inMessageTurn } from './message-turns.ts'
import type { StoredMessage } from './stored-message.ts'

/**
 * Returns the message as it was parsed: only what its signature covers, and for a forward of an original signed by a
 * court, that original alone. Who forwarded it is said by the item (`sender_proof`). Throws `too_many_requests` when too
 * many wait.
 */
export async function readShown(
  { blobs }: Pick<Services, 'blobs'>,
  caller: Caller,
  { file, sender, part }: StoredMessage,
): Promise<AnswerOf<typeof readMessage>> {
  return inMessageTurn(caller, async () => {
    const raw = await blobs.get(file)
    const { originalId, reading } = sourceOfNotice(sender ?? undefined, part ?? undefined)
    const read = await messageReader.show({ raw, key: randomUUID(), originalId, reading })
    return 'problem' in read ? unreadable(raw, read.problem) : messageJson(read.shown)
  })
}

function messageJson({ from, to, subject, date, html, clean, text, attachments, isCut }: ShownMessage) {
  return {
    from: from ?? null,
    to,
    subject,
    date: date ?? null,
    html: html ?? null,
    clean_html: clean ?? null,
    text: text ?? null,
    attachments: attachments.map(({ fileName, ...attachment }) => ({ fileName: fileName ?? null, ...attachment })),
    ...(isCut && { problem: cutOff }),
  }
}

const cutOff = 'Only its first 4,000,000 characters are shown. Download the message to see all of it.'

/** What is shown of a message that can't be decoded: the beginning of what was received. */
function unreadable(raw: Uint8Array, problem: string): AnswerOf<typeof readMessage> {
  const text = Buffer.from(raw).toString('utf8', 0, 200_000)
  const nothing = { from: null, to: [], subject: null, date: null, html: null, clean_html: null }
  return { ...nothing, text, attachments: [], problem }
}
