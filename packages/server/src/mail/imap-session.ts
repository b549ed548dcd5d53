import type { ImapFlow } from 'imapflow'
import { recordEvent } from '../api/audit.ts'
import type { ImapAccount } from '../base/config.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { StorageError } from '../base/lib/storage-error.ts'
import type { Services } from '../base/services.ts'
import { accountName, folderPath } from './imap-client.ts'
import { type PositionKey, readPosition, savePosition } from './imap-position.ts'
import { receiveMessage } from './receive.ts'

/** What reading one account remembers from one connection to the next. */
export interface ImapReading {
  services: Services
  account: ImapAccount
  key: PositionKey
  /** How often a message could not be taken in, by UID. */
  failures: Map<number, number>
  /** Something that a person must set right, though reading goes on. */
  complaint: string | undefined
}

/** Opens the folder, and makes the one for what was taken in when it is missing. */
export async function openFolders(client: ImapFlow, { doneFolder, folder }: ImapAccount): Promise<void> {
  if (doneFolder) await client.mailboxCreate(folderPath(doneFolder))
  await client.mailboxOpen(folderPath(folder))
}

/**
 * Takes in everything that came since the last time, and gives the number of messages. A message is moved or
 * flagged once it is durable, and the position is kept after that: whatever breaks in between is read again
 * and found to be the same item.
 */
export async function readNew(client: ImapFlow, reading: ImapReading, isStopped: () => boolean): Promise<number> {
  const { services, key } = reading
  const { position, maxBytes } = await readPosition(services, key)
  const { uidValidity, exists } = openMailbox(client)
  const lastUid = position?.uidValidity === uidValidity ? position.lastUid : 0
  if (position && lastUid === 0) reading.failures.clear()
  const listed = exists > 0 ? await listAfter(client, lastUid) : []
  let count = 0
  for (const batch of batchesOf(listed, maxBytes)) {
    if (isStopped()) break
    count += await takeBatch(client, reading, { batch, maxBytes })
    await savePosition(services, key, { uidValidity, lastUid: batch.at(-1)?.uid ?? lastUid })
  }
  return count
}

interface Listed {
  uid: number
  size: number
}

function openMailbox(client: ImapFlow): { uidValidity: bigint; exists: number } {
  if (!client.mailbox) throw new Error('The folder was closed.')
  return client.mailbox
}

async function listAfter(client: ImapFlow, lastUid: number): Promise<Listed[]> {
  const listed: Listed[] = []
  for await (const { uid, size = 0 } of client.fetch(`${lastUid + 1}:*`, { uid: true, size: true }, { uid: true })) {
    // `*` is the last message even when it is older than the first of the range (RFC 3501, section 6.4.8).
    if (uid > lastUid) listed.push({ uid, size })
  }
  return listed.sort((one, other) => one.uid - other.uid)
}

const batchCount = 25
const batchBytes = 20_000_000

/** In order, so that one number says how far reading came; one over the limit is a batch of its own. */
function batchesOf(listed: readonly Listed[], maxBytes: number): Listed[][] {
  const batches: Listed[][] = []
  let bytes = 0
  for (const message of listed) {
    const last = batches.at(-1)
    bytes += message.size
    const fits = last && last.length < batchCount && bytes <= batchBytes && (last[0]?.size ?? 0) <= maxBytes
    if (fits && message.size <= maxBytes) last.push(message)
    else {
      batches.push([message])
      bytes = message.size
    }
  }
  return batches
}

async function takeBatch(
  client: ImapFlow,
  reading: ImapReading,
  { batch, maxBytes }: { batch: readonly Listed[]; maxBytes: number },
): Promise<number> {
  const [first] = batch
  if (first && first.size > maxBytes) {
    const sizes = `${first.size} bytes is larger than the ${maxBytes} that the firm takes`
    await leaveInPlace(reading, `A message of ${sizes}`)
    return 0
  }
  const uids = batch.map((message) => message.uid).join(',')
  const fetched = await client.fetchAll(uids, { uid: true, source: true }, { uid: true })
  const results = await Promise.allSettled(fetched.map((message) => takeMessage(reading, message)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  const taken = fetched.filter((_, index) => {
    const result = results[index]
    return result?.status === 'fulfilled' && result.value
  })
  await putAway(client, reading, taken)
  return taken.length
}

/** After so many tries it is the message that is at fault, and the ones behind it must not wait for ever. */
const mostTries = 5

/** False when the message is left in place for good. */
async function takeMessage(
  reading: ImapReading,
  message: { uid: number; source?: Buffer | undefined },
): Promise<boolean> {
  const { services, account, failures } = reading
  const { uid, source } = message
  // Somebody took it out of the folder a moment ago.
  if (!source) return false
  try {
    await receiveMessage(services, { firmId: account.firmId, raw: source, via: 'imap', source: accountName(account) })
    failures.delete(uid)
    return true
  } catch (error) {
    if (error instanceof StorageError) throw error
    const tries = (failures.get(uid) ?? 0) + 1
    failures.set(uid, tries)
    if (tries < mostTries) throw error
    services.log.error({ err: error, uid, account: accountName(account) }, 'a message of a mailbox was given up')
    await leaveInPlace(reading, `A message could not be taken in after ${tries} tries (UID ${uid})`)
    return false
  }
}

async function leaveInPlace({ services, account }: ImapReading, what: string): Promise<void> {
  const sentence = `${what}. It was left in the mailbox ${accountName(account)}.`
  services.log.warn({ account: accountName(account) }, sentence)
  await withFirm(services.database, account.firmId, (trx) =>
    recordEvent(trx, {
      firmId: account.firmId,
      level: 'WARNING',
      type: 'notification process error (user)',
      sentence,
    }),
  )
}

/** Moves what was taken in, or flags it. Nothing is ever deleted: without MOVE, messages are flagged only. */
async function putAway(client: ImapFlow, reading: ImapReading, taken: readonly { uid: number }[]): Promise<void> {
  if (taken.length === 0) return
  const { doneFolder } = reading.account
  const uids = taken.map((message) => message.uid).join(',')
  // imapflow stands in for a missing MOVE by copying and expunging, which takes others' deleted messages along.
  const canMove = client.capabilities.has('MOVE')
  const isDone =
    doneFolder && canMove
      ? await client.messageMove(uids, folderPath(doneFolder), { uid: true })
      : await client.messageFlagsAdd(uids, ['\\Seen'], { uid: true })
  // imapflow says no to a refusal and to a broken connection alike; after the latter all of it is done again.
  if (!isDone && !client.usable) throw new Error('The connection broke while messages were put away.')
  if (doneFolder && !canMove) {
    reading.complaint = `The mail server cannot move messages, so they are flagged as read and not moved to ${doneFolder}.`
  } else if (isDone) reading.complaint = undefined
  else
    reading.complaint = `Messages were taken in but could not be ${doneFolder ? `moved to ${doneFolder}` : 'flagged'}.`
}
