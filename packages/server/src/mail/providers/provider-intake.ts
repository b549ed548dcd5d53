import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { type MailProvider, providerLabels } from '@courtcrier/contract/mail-providers.ts'
import type { CustomFetch } from 'openid-client'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { type IntakeBudget, makeIntakeBudget } from '../message-intake.ts'
import { receiveMessage } from '../receive.ts'
import { readSesCall } from './amazon-ses.ts'
import { claimCall, finishCall } from './call-claims.ts'
import { CallProblem, CallRefusal } from './call-problem.ts'
import { areEqualSecrets } from './equal-secrets.ts'
import { holdBody } from './hold-body.ts'
import { readMailgunCall } from './mailgun.ts'
import { type CallNotes, openCallNotes } from './note-calls.ts'
import { readPostmarkCall } from './postmark.ts'
import type { CallContent, ReadCall, ReaderDeps } from './provider-call.ts'
import { findProviderMailbox, type ProviderMailbox } from './provider-mailbox.ts'
import { guardRefusals, type RefusalGuard, type RefusalLimits } from './refusal-guard.ts'
import type { OpenAnswer } from './s3-object.ts'
import { openSnsCertificates } from './sns-certificate.ts'

/** A request to the address of a mailbox. */
interface IncomingCall {
  firmId: number
  mailboxId: string
  key: string
  /** Where it is from. */
  network: string
  headers: IncomingHttpHeaders
  body: Readable
}

type CallOutcome = 'received' | 'confirmed' | 'ignored'

interface ProviderIntake {
  /**
   * Answers a call. When the promise resolves with `received`, the message is durable and queued. Throws `not_found` for
   * whatever isn't proven to be a provider's call, and `unavailable` for what it should bring again, or may bring.
   */
  take: (call: IncomingCall) => Promise<CallOutcome>
  close: () => Promise<void>
}

interface IntakeOptions {
  fetch: CustomFetch
  open: OpenAnswer
  now?: () => Date
  limits?: RefusalLimits
  /** Memory for all bodies, in bytes. */
  memory?: number
}

const usualMemory = 384 * 1024 * 1024
const megabyte = 1024 * 1024
const mostBodyBytes = 128 * megabyte

interface ProviderKind {
  readCall: ReadCall
  /** The largest body, by the largest message. */
  bodyBytes: (maxBytes: number) => number
  /** Whether a message is lost once its call is answered with 404; others are brought again for hours. */
  givesUp: boolean
}

const kinds: Readonly<Record<MailProvider, ProviderKind>> = {
  // SNS has messages of at most 256 KB, which are escaped twice.
  SES: { readCall: readSesCall, bodyBytes: () => megabyte, givesUp: true },
  // A form may escape characters.
  MAILGUN: { readCall: readMailgunCall, bodyBytes: (maxBytes) => 2 * maxBytes + megabyte, givesUp: false },
  // The message, its parts again, and its attachments in base64.
  POSTMARK: { readCall: readPostmarkCall, bodyBytes: (maxBytes) => 3 * maxBytes + megabyte, givesUp: false },
}

interface IntakeDeps extends ReaderDeps {
  services: Services
  notes: CallNotes
  guard: RefusalGuard
  budget: IntakeBudget
}

/** Receives messages by the calls of providers, in the same way as by SMTP. */
export function openProviderIntake(
  services: Services,
  { fetch, open, now = () => new Date(), limits, memory = usualMemory }: IntakeOptions,
): ProviderIntake {
  const notes = openCallNotes(services)
  const deps: IntakeDeps = {
    services,
    notes,
    guard: guardRefusals(services, limits && { limits }),
    budget: makeIntakeBudget(memory),
    ...{ fetch, open },
    certificates: openSnsCertificates({ fetch, now }),
    now,
  }
  return { take: (call) => takeCall(deps, call), close: notes.settled }
}

async function takeCall(deps: IntakeDeps, call: IncomingCall): Promise<CallOutcome> {
  const { services, notes, guard } = deps
  const { firmId, mailboxId, network } = call
  const address = addressOf(call)
  const mailbox = await findCalled(deps, call)
  try {
    return await answerCall(deps, mailbox, call)
  } catch (error) {
    if (error instanceof CallRefusal) {
      guard.count({ network, address, mailboxId })
      notes.add(mailbox, { kind: 'refused', sentence: error.message })
      if (error.isPassing) throw new ApiError('unavailable', { sentence: tryAgain, cause: error })
      // The same as for an address that there isn't; and not 403, after which Postmark gives up.
      throw new ApiError('not_found', { sentence: unknownAddress, cause: error })
    }
    // Nothing proves a call that isn't read, and its provider may be about to give the message up.
    if (error instanceof ApiError && error.code === 'too_large') {
      guard.count({ network, address, mailboxId })
      notes.add(mailbox, { kind: 'refused', sentence: tooLarge })
    }
    if (!(error instanceof CallProblem)) throw error
    notes.add(mailbox, { kind: 'problem', sentence: error.message })
    services.log.info(
      { mailbox: mailboxId, firm: firmId, err: error },
      'a call of a mail provider could not be received',
    )
    // Providers try again after 5xx, for hours.
    throw new ApiError('unavailable', { sentence: tryAgain, cause: error })
  }
}

/** Returns the mailbox that a call is for. Throws what the call is answered with if there is none, or it is out of use. */
async function findCalled({ services, guard }: IntakeDeps, call: IncomingCall): Promise<ProviderMailbox> {
  const { firmId, mailboxId, key, network } = call
  const address = addressOf(call)
  guard.demand({ network, address })
  const mailbox = await withFirm(services.database, firmId, (trx) =>
    findProviderMailbox(trx, { firmId, id: mailboxId }),
  )
  const isThere = mailbox !== undefined && areEqualSecrets(key, mailbox.pathKey)
  if (!isThere || !(mailbox.isActive || kinds[mailbox.provider].givesUp)) {
    guard.count({ network, address })
    throw new ApiError('not_found', { sentence: unknownAddress })
  }
  guard.noteFound(address)
  guard.demand({ network, address, mailboxId })
  if (mailbox.isActive) return mailbox
  guard.count({ network, address, mailboxId })
  throw new ApiError('unavailable', { sentence: tryAgain })
}

function addressOf({ firmId, mailboxId, key }: IncomingCall): string {
  return `${firmId} ${mailboxId} ${key}`
}

async function answerCall(
  deps: IntakeDeps,
  mailbox: ProviderMailbox,
  { headers, body }: IncomingCall,
): Promise<CallOutcome> {
  const { readCall, bodyBytes } = kinds[mailbox.provider]
  const call = holdBody(body, deps.budget)
  const held = [call]
  const readBody = () => call.read(Math.min(bodyBytes(mailbox.maxBytes), mostBodyBytes))
  const hold = (stream: Readable) => {
    const more = holdBody(stream, deps.budget)
    held.push(more)
    return more.read(mailbox.maxBytes)
  }
  try {
    const content = await readCall(deps, mailbox, { headers, readBody, hold })
    const isNew = content.kind === 'message' && (await receiveOnce(deps.services, mailbox, content))
    deps.notes.add(mailbox, { kind: 'taken', messages: isNew ? 1 : 0 })
    return content.kind === 'message' ? 'received' : content.kind
  } finally {
    for (const { release } of held) release()
  }
}

const unknownAddress = 'There is nothing at this address.'
const tooLarge = 'A call is larger than one with the largest message that the firm accepts.'
const tryAgain = "The message couldn't be received. Try again later."

/** Returns whether the message is a new one. A repeated call is answered as the first was. */
async function receiveOnce(
  services: Services,
  mailbox: ProviderMailbox,
  { raw, key, expiresAt }: CallContent & { kind: 'message' },
): Promise<boolean> {
  const { firmId, id: mailboxId, name, maxBytes } = mailbox
  if (raw.length > maxBytes)
    throw new CallProblem(`A message of ${raw.length} bytes is larger than the ${maxBytes} that the firm accepts.`)
  const claimed = await claimCall(services.database, { firmId, mailboxId, key, raw, expiresAt })
  if (claimed === 'another') throw new CallRefusal('A call repeats the proof of an earlier one, with another message.')
  if (claimed === 'received') return false
  const source = `${name} (${providerLabels[mailbox.provider]})`
  // No server is known to have delivered it, so only signatures prove its sender.
  const { itemId, isNew } = await receiveMessage(services, { firmId, raw, via: 'provider', source })
  await finishCall(services.database, { firmId, mailboxId, key })
  services.log.info({ mailbox: mailboxId, firm: firmId, item: itemId, bytes: raw.length, isNew }, 'message received')
  return isNew
}
