import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { isDatabaseAway } from '../base/db/away.ts'
import type { Services } from '../base/services.ts'
import { type IntakeBudget, readIntake } from './message-intake.ts'
import type { Origin } from './origin.ts'
import { receiveMessage } from './receive.ts'
import type { Recipients } from './recipients.ts'
import { SmtpRefusal, temporaryRefusal } from './smtp-refusal.ts'

export interface MessageDeps {
  services: Services
  recipients: Recipients
  budget: IntakeBudget
}

interface Data {
  stream: SMTPServerDataStream
  session: SMTPServerSession
}

/**
 * Receives a message for every firm it is addressed to, and returns the text of the `250`. Throws `SmtpRefusal` or the
 * original error when it isn't durable for all of them. When the sender repeats it, firms that already have it
 * recognize it.
 */
export async function receiveData(deps: MessageDeps, { stream, session }: Data): Promise<string> {
  const started = performance.now()
  const envelope = envelopeOf(session)
  const log = (line: object, text: string) =>
    deps.services.log.info({ ...envelope, ms: Math.round(performance.now() - started), ...line }, text)
  try {
    const { firms, maxBytes } = await addressees(deps.recipients, envelope)
    const intake = await readIntake(stream, { maxBytes, budget: deps.budget })
    if (intake.kind !== 'whole') throw refusalOf(intake.kind, maxBytes)
    const bytes = intake.raw.length
    try {
      const items = await keep(deps.services, { raw: intake.raw, firms, envelope })
      log({ bytes, items }, 'message received')
      return `2.0.0 Received as ${items.map((item) => item.itemId).join(', ')}.`
    } finally {
      intake.release()
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNECTION') {
      log({}, 'a sender disconnected in the middle of a message')
    } else {
      const { responseCode, message } = temporaryRefusal(error)
      const answer = responseCode < 500 ? 'deferred' : 'refused'
      deps.services.metrics.messagesReceived.inc({ via: 'smtp', answer })
      // An outage of the database is reported once, with the number of what failed for it.
      const outage = isDatabaseAway(error) ? { err: error } : {}
      log({ answer: `${responseCode} ${message}`, ...outage }, 'message not received')
    }
    throw error
  }
}

/** The answer to a message over the limit. */
export function tooLarge(maxBytes: number): SmtpRefusal {
  return new SmtpRefusal(552, `5.3.4 The message is larger than the ${maxBytes} bytes that are accepted here.`)
}

function refusalOf(kind: 'too large' | 'endless' | 'busy', maxBytes: number): SmtpRefusal {
  if (kind === 'busy') {
    return new SmtpRefusal(452, '4.3.1 Too many messages are being received right now. Try again later.')
  }
  const { responseCode, message } = tooLarge(maxBytes)
  return new SmtpRefusal(responseCode, message, { closesConnection: kind === 'endless' })
}

interface Envelope extends Origin {
  ip: string
  recipients: readonly string[]
}

function envelopeOf({ remoteAddress, hostNameAppearsAs, envelope }: SMTPServerSession): Envelope {
  return {
    ip: remoteAddress,
    helo: hostNameAppearsAs,
    mailFrom: envelope.mailFrom ? envelope.mailFrom.address : '',
    recipients: envelope.rcptTo.map((recipient) => recipient.address),
  }
}

interface Addressees {
  /** Addresses by firm. */
  firms: ReadonlyMap<number, string[]>
  /** The smallest limit among them, because there is one answer for all. */
  maxBytes: number
}

async function addressees(recipients: Recipients, envelope: Envelope): Promise<Addressees> {
  const firms = new Map<number, string[]>()
  let maxBytes = Number.POSITIVE_INFINITY
  for (const address of envelope.recipients) {
    const found = await recipients.find(address)
    // It had an owner at RCPT, a moment ago. The sender tries again and receives the new answer.
    if (!found || found === 'unproven')
      throw new SmtpRefusal(451, '4.3.0 The recipients were changed just now. Try again.')
    firms.set(found.firmId, [...(firms.get(found.firmId) ?? []), address])
    maxBytes = Math.min(maxBytes, found.maxBytes)
  }
  return { firms, maxBytes }
}

interface Kept {
  firmId: number
  itemId: string
  isNew: boolean
}

/**
 * One item per firm, which contains only the firm's own addresses. All firms are tried before a failure is reported.
 */
async function keep(
  services: Services,
  { raw, firms, envelope }: { raw: Buffer; firms: Addressees['firms']; envelope: Envelope },
): Promise<Kept[]> {
  const kept = await Promise.allSettled(
    [...firms].map(async ([firmId, addresses]) => {
      const origin = { ...envelope, recipients: addresses }
      const source = envelope.helo ? `${envelope.helo} (${envelope.ip})` : envelope.ip
      return { firmId, ...(await receiveMessage(services, { firmId, raw, via: 'smtp', source, origin })) }
    }),
  )
  return kept.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}
