import type { Readable } from 'node:stream'
import { StorageError } from '@courtcrier/lib/storage-error.ts'
import { isDatabaseAway } from '../../base/db/away.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { recordEvent } from '../../records/audit.ts'
import { HostRefusal } from '../../retrieval/guarded/allowed-hosts.ts'
import { MailboxProblem } from '../mailboxes/mailbox-problem.ts'
import { makeIntakeBudget, readIntake } from '../message-intake.ts'
import { receiveMessage } from '../receive.ts'
import { type GraphAccount, graphAccountName } from './graph-account.ts'
import { ids } from './graph-folder.ts'
import { leaveMessage, postponeMessage, settleMessage, type WaitingMessage } from './graph-position.ts'
import { codeOf, GraphProblem, isServiceFault, isSettingProblem, isUnsent, sentenceOfSilence } from './graph-problem.ts'

/** State of reading a mailbox that outlives a failure. */
export interface GraphReading {
  services: Services
  account: GraphAccount
  /** Why what was received can't be put away, which a person must fix. */
  complaint: string | undefined
  /** How many messages couldn't be received yet, and why. */
  waiting: { total: number; reason: string | undefined; since: Date | undefined }
  /** The wait before a message is tried again; it doubles with each further one. */
  firstWaitMs: number
}

/** The IDs of the folders, which are looked up for each pass. */
export interface GraphFolders {
  folderId: string
  doneId: string | undefined
}

export interface TakeTurn {
  reading: GraphReading
  folders: GraphFolders
  maxBytes: number
}

/**
 * Receives one message and puts it away. What concerns only this message holds up no other: it is tried again later, and
 * the last failure is reported to the firm. Returns whether it was received; throws what concerns the whole mailbox.
 */
export async function takeMessage(turn: TakeTurn, message: WaitingMessage): Promise<boolean> {
  const { services, account } = turn.reading
  let isTaken = false
  try {
    isTaken = await receive(turn, message.id)
    if (!isTaken) {
      await leaveMessage(services, account, message.id)
      return false
    }
    await putAway(turn, message.id)
    await settleMessage(services, account, message.id)
    return true
  } catch (error) {
    if (concernsAll(error)) throw error
    await postpone(turn, { ...message, isTaken }, error)
    return isTaken
  }
}

/** Returns false if it is larger than the firm accepts, and left in place. */
async function receive({ reading, maxBytes }: TakeTurn, id: string): Promise<boolean> {
  const { services, account } = reading
  const body = await account.client.open({ at: `${atMessage(id)}/$value`, headers: ids })
  const intake = await unlessBroken(body, maxBytes, account.client.host)
  if (intake.kind !== 'whole') {
    body.destroy()
    await leaveInPlace(reading, `A message is larger than the ${maxBytes} bytes that the firm accepts`)
    return false
  }
  try {
    await receiveMessage(services, {
      firmId: account.firmId,
      raw: intake.raw,
      via: 'imap',
      source: graphAccountName(account),
      ...(account.authserv !== undefined && { origin: { authserv: account.authserv } }),
    })
    return true
  } finally {
    intake.release()
  }
}

/** Two messages at a time of the largest size; blocks of memory are a little larger. */
async function unlessBroken(body: Readable, maxBytes: number, host: string) {
  const budget = makeIntakeBudget(maxBytes + 2 * 1024 * 1024)
  try {
    return await readIntake(body, { maxBytes, budget })
  } catch (error) {
    throw new GraphProblem(sentenceOfSilence(error, host), { status: 0, code: codeOf(error), cause: error })
  }
}

function atMessage(id: string): string {
  return `/messages/${encodeURIComponent(id)}`
}

/** Moves a received message, or marks it as read. Nothing is ever deleted. */
async function putAway({ reading, folders: { doneId } }: TakeTurn, id: string): Promise<void> {
  const { client } = reading.account
  try {
    if (doneId === undefined)
      await client.act({ method: 'PATCH', at: atMessage(id), headers: ids, body: { isRead: true } })
    else
      await client.act({ method: 'POST', at: `${atMessage(id)}/move`, headers: ids, body: { destinationId: doneId } })
    reading.complaint = undefined
  } catch (error) {
    if (!(error instanceof GraphProblem) || isPassing(error)) throw error
    // It was moved or deleted meanwhile.
    if (error.status === 404) return
    reading.complaint = cannotPutAway(reading.account, error.message)
  }
}

function cannotPutAway({ doneFolder }: GraphAccount, reason: string): string {
  return `Messages were received but couldn't be ${doneFolder ? `moved to ${doneFolder}` : 'marked as read'}. ${reason}`
}

function isPassing({ status }: GraphProblem): boolean {
  return status === 0 || status === 401 || status === 429 || status >= 500
}

/** Whether an error says nothing about the message: then it is tried again with all others. */
function concernsAll(error: unknown): boolean {
  if (error instanceof StorageError || isDatabaseAway(error)) return true
  if (error instanceof HostRefusal || error instanceof MailboxProblem) return true
  if (!(error instanceof GraphProblem)) return false
  const isThrottled = error.status === 429 || error.status === 503
  // An answer that broke off may be this message's fault, a server that can't be reached isn't.
  return isThrottled || isUnsent(error) || isSettingProblem(error)
}

/** After this many tries, within half a day, the message is left in place; what the service fails at doesn't count. */
const triesUntilLeft = 10
/** After this many failures of the service, within hours, the firm is notified that a message is still waiting. */
const faultsToTell = 10
/** A message that isn't there any more won't come back. */
const triesUntilGone = 3
const longestWaitMs = 3 * 3600_000
/** Once the service works again, nothing waits for long. */
const longestFaultWaitMs = 30 * 60_000

async function postpone(
  { reading }: TakeTurn,
  message: WaitingMessage & { isTaken: boolean },
  error: unknown,
): Promise<void> {
  const { services, account, firstWaitMs } = reading
  const { id, isTaken, receivedAt } = message
  const isFault = isServiceFault(error)
  const tries = message.tries + (isFault ? 0 : 1)
  const faults = message.faults + (isFault ? 1 : 0)
  const isGone = error instanceof GraphProblem && error.status === 404
  const reason = error instanceof GraphProblem ? error.message : "It wasn't received because of an unexpected error."
  services.log.warn(
    { err: error, tries, faults, account: graphAccountName(account) },
    'a message could not be received',
  )
  if (isFault || tries < (isGone ? triesUntilGone : triesUntilLeft)) {
    const longestMs = isFault ? longestFaultWaitMs : longestWaitMs
    const waitMs = Math.min(firstWaitMs * 2 ** Math.min((isFault ? faults : tries) - 1, 30), longestMs)
    if (isFault && faults === faultsToTell && !isTaken) await tellOfFaults(reading, { faults, reason })
    return postponeMessage(services, account, { id, tries, faults, receivedAt, waitMs, reason })
  }
  await giveUp(reading, { id, isTaken, isGone, tries, reason })
}

interface GivenUp {
  id: string
  isTaken: boolean
  isGone: boolean
  tries: number
  reason: string
}

async function giveUp(reading: GraphReading, { id, isTaken, isGone, tries, reason }: GivenUp): Promise<void> {
  const { services, account } = reading
  const name = graphAccountName(account)
  if (!isTaken && !isGone) {
    await leaveInPlace(reading, `A message couldn't be received after ${tries} attempts (${reason})`)
    return leaveMessage(services, account, id)
  }
  if (isTaken) reading.complaint = cannotPutAway(account, reason)
  else await tellOf(reading, `A message was gone from the mailbox ${name} before it could be received.`)
  await settleMessage(services, account, id)
}

async function tellOfFaults(
  reading: GraphReading,
  { faults, reason }: { faults: number; reason: string },
): Promise<void> {
  const what = `A message couldn't be received after ${faults} attempts (${reason})`
  await tellOf(reading, `${what}. It stays in the mailbox ${graphAccountName(reading.account)} and is tried again.`)
}

async function leaveInPlace(reading: GraphReading, what: string): Promise<void> {
  await tellOf(reading, `${what}. It was left in the mailbox ${graphAccountName(reading.account)}.`)
}

async function tellOf({ services, account }: GraphReading, sentence: string): Promise<void> {
  const { firmId } = account
  services.log.warn({ account: graphAccountName(account) }, sentence)
  await withFirm(services.database, firmId, (trx) =>
    recordEvent(trx, { firmId, level: 'WARNING', type: 'notification process error (user)', sentence }),
  )
}
