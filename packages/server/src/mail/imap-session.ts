import { StorageError } from '@courtcrier/lib/storage-error.ts'
import type { ImapFlow } from 'imapflow'
import { isDatabaseAway } from '../base/db/away.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from '../records/audit.ts'
import { accountName, folderPath, type ReadAccount } from './imap-client.ts'
import { type PositionKey, readPosition, savePosition } from './imap-position.ts'
import { type Listed, listAfter } from './list-messages.ts'
import { findAuthserv } from './mailbox-provider.ts'
import { receiveMessage } from './receive.ts'

/** State of reading an account that outlives a connection. */
export interface ImapReading {
  services: Services
  account: ReadAccount
  key: PositionKey
  /** How often receiving a message failed, by UID. */
  failures: Map<number, number>
  /** A problem that a person must fix, although reading continues. */
  complaint: string | undefined
  /** When the oldest message arrived that is known to wait. */
  waitingSince: Date | undefined
  /** Messages that the server received before it are left as they are. */
  from?: Date | undefined
}

/** Opens the folder, and creates the one for received messages if it is missing. */
export async function openFolders(client: ImapFlow, account: ReadAccount): Promise<void> {
  const { doneFolder } = account
  if (doneFolder) await client.mailboxCreate(folderPath(doneFolder))
  await openFolder(client, account)
}

/** Opens the folder that has the name now. A server goes on with an open one that was renamed since, whatever took its place. */
export async function openFolder(client: ImapFlow, { folder }: Pick<ReadAccount, 'folder'>): Promise<void> {
  await client.mailboxOpen(folderPath(folder))
}

/**
 * Receives everything new since the last pass. Reports the number of messages after each batch, and returns that of the
 * last one. A message is moved or flagged once it is durable, and the position is saved after that. If anything breaks
 * in between, the message is read again and recognized as the same item. Reading ends early if another process has taken the mailbox over.
 */
export async function readNew(
  client: ImapFlow,
  reading: ImapReading,
  { tell, isStopped }: { tell: (taken: number) => void; isStopped: () => boolean },
): Promise<number> {
  const { services, key, account } = reading
  const save = (uidValidity: bigint, lastUid: number) =>
    savePosition(services, { ...key, holding: account.holding }, { uidValidity, lastUid })
  const { position, maxBytes } = await readPosition(services, key)
  const { uidValidity, exists } = openMailbox(client)
  const lastUid = position?.uidValidity === uidValidity ? position.lastUid : 0
  if (position && lastUid === 0) reading.failures.clear()
  const { listed, highest } = await listAfter(client, { lastUid, exists, from: reading.from })
  let count = 0
  const batches = batchesOf(listed, maxBytes)
  for (const [index, batch] of batches.entries()) {
    reading.waitingSince = oldestOf(batches.slice(index))
    // A folder with thousands of messages says how far it is.
    if (index > 0) {
      tell(count)
      count = 0
    }
    if (isStopped()) return count
    count += await takeBatch(client, reading, { batch, maxBytes })
    if (!(await save(uidValidity, batch.at(-1)?.uid ?? lastUid))) return count
  }
  reading.waitingSince = undefined
  // Older messages that are left alone: they aren't listed again at every look.
  if (listed.length === 0 && highest > lastUid) await save(uidValidity, highest)
  return count
}

function openMailbox(client: ImapFlow): { uidValidity: bigint; exists: number } {
  if (!client.mailbox) throw new Error('The folder was closed.')
  return client.mailbox
}

/** Returns when the oldest message of the batches arrived. */
function oldestOf(batches: readonly (readonly Listed[])[]): Date | undefined {
  return batches
    .flat()
    .reduce<Date | undefined>(
      (oldest, { receivedAt }) => (receivedAt && (!oldest || receivedAt < oldest) ? receivedAt : oldest),
      undefined,
    )
}

const batchCount = 25
const batchBytes = 20_000_000

/** In order of UID, so that one number records the progress. A message over the limit is its own batch. */
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
    const sizes = `${first.size} bytes is larger than the ${maxBytes} that the firm accepts`
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

/** After this many tries the message itself is considered the problem, so that those behind it don't wait forever. */
const failuresUntilLeft = 5

/** Returns false if the message is left in place permanently. */
async function takeMessage(
  reading: ImapReading,
  message: { uid: number; source?: Buffer | undefined },
): Promise<boolean> {
  const { services, account, failures } = reading
  const { uid, source } = message
  // The message has just been removed from the folder.
  if (!source) return false
  try {
    const authserv = account.isBelieved === false ? undefined : findAuthserv(account)
    await receiveMessage(services, {
      firmId: account.firmId,
      raw: source,
      via: 'imap',
      source: accountName(account),
      ...(authserv !== undefined && { origin: { authserv } }),
    })
    failures.delete(uid)
    return true
  } catch (error) {
    // Neither is the message's fault.
    if (error instanceof StorageError || isDatabaseAway(error)) throw error
    const tries = (failures.get(uid) ?? 0) + 1
    failures.set(uid, tries)
    if (tries < failuresUntilLeft) throw error
    services.log.error({ err: error, uid, account: accountName(account) }, 'a message in a mailbox was given up on')
    await leaveInPlace(reading, `A message couldn't be received after ${tries} attempts (UID ${uid})`)
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

/** Moves or flags received messages. Nothing is ever deleted: without MOVE, messages are only flagged. */
async function putAway(client: ImapFlow, reading: ImapReading, taken: readonly { uid: number }[]): Promise<void> {
  if (taken.length === 0) return
  const { doneFolder } = reading.account
  const uids = taken.map((message) => message.uid).join(',')
  // imapflow replaces a missing MOVE with copy and expunge, which would remove messages that others marked as deleted.
  const canMove = client.capabilities.has('MOVE')
  const isDone =
    doneFolder && canMove
      ? await client.messageMove(uids, folderPath(doneFolder), { uid: true })
      : await client.messageFlagsAdd(uids, ['\\Seen'], { uid: true })
  // imapflow returns false for a refusal and for a broken connection; after the latter, everything is done again.
  if (!isDone && !client.usable) throw new Error('The connection was lost while messages were being moved.')
  if (doneFolder && !canMove) {
    reading.complaint = `The mail server cannot move messages, so they are flagged as read and not moved to ${doneFolder}.`
  } else if (isDone) reading.complaint = undefined
  else
    reading.complaint = `Messages were received but couldn't be ${doneFolder ? `moved to ${doneFolder}` : 'flagged'}.`
}
