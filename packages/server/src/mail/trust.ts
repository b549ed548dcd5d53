import { StalledError } from '@courtcrier/lib/watch-work.ts'
import {
  domainOf,
  findImitation,
  findSenderOfDomain,
  isCourtDomain,
  isJudiciaryDomain,
  short,
} from '../courts/directory/look-alike.ts'
import { findCourtAddress, findForward } from '../courts/message/forwarding.ts'
import type { Message } from '../courts/message/message.ts'
import { messageReader, type Received } from '../courts/read-on-thread.ts'
import { checkOriginals } from './attached-originals.ts'
import { checkKnown } from './court-sender.ts'
import { isJournalReport, whyNotOfJournal } from './passed-on.ts'
import { checkForward, checkList, checkNamed } from './proven-sender.ts'
import {
  type CheckedMessage,
  receivedAs,
  type SenderCheck,
  type SenderCheckOptions,
  temporary,
  unverified,
  whyNotChecked,
} from './sender-check.ts'
import { isSentByList } from './sent-by-list.ts'
import { BrokenOffError, hardToRead, whyNotExamined } from './why-not-examined.ts'

/**
 * Checks whether a court, or the courts' e-filing system, sent the message itself. `verified`: its signature is intact,
 * or one of its own mail servers delivered it. `forwarded`: a court's message forwarded with its own signature intact,
 * or by someone at the firm. `unverified`: everything else, with look-alike senders named and probable fakes flagged.
 * Never throws; if the DNS doesn't answer, the result says so and is temporary.
 */
export async function checkSender(
  raw: Uint8Array,
  {
    message,
    key,
    origin,
    trustedForwarders = [],
    findInsider = async () => undefined,
    receivesAt = async () => false,
    formatsOf = async () => [],
    formats = async () => [],
    ownDomains = async () => [],
    examine,
    timeoutMs = 15_000,
  }: SenderCheckOptions,
): Promise<SenderCheck> {
  const refusal = whyNotChecked(message) ?? whyNotExamined(raw)
  if (refusal) return unverified(refusal)
  const { promise: late, resolve: end } = Promise.withResolvers<SenderCheck>()
  const timer = setTimeout(() => end(temporary('the check took too long')), timeoutMs)
  try {
    const result = await Promise.race([
      check({ raw, key, message, origin, trustedForwarders, findInsider, receivesAt, formatsOf, formats, examine }),
      late,
    ])
    const { readAs, ...saved } = result
    return result.trust === 'verified' || result.flag || result.originalIds
      ? saved
      : await withFakeSigns(saved, {
          received: readAs ? { raw, reading: readAs.reading } : receivedAs({ raw, key, message }),
          ownDomains: await ownDomains(),
        })
  } catch (error) {
    if (error instanceof BrokenOffError || error instanceof StalledError) return temporary(error.message)
    // A message that the library can't parse proves nothing, and must not stop the ones behind it.
    return unverified(`its signature cannot be read (${short(error instanceof Error ? error.message : String(error))})`)
  } finally {
    clearTimeout(timer)
  }
}

async function check(input: CheckedMessage): Promise<SenderCheck> {
  const sender = input.message.from ?? { name: '', address: '' }
  const domain = domainOf(sender.address)
  const known = findSenderOfDomain(domain)
  if (known) return checkKnown(input, known)
  const imitation = findImitation(sender)
  const list = await checkList(input)
  if (imitation && !list)
    return { trust: 'unverified', sentence: `Beware: ${imitation}.`, flag: 'look-alike', reasons: [imitation] }
  const named = await checkNamed(input, sender.address)
  // A list may send on a message to which a court's own is attached.
  if (named && !isSentByList(input.message) && !isJournalReport(input.message)) return named
  const original = await checkOriginals(input)
  if (original?.originalIds) return original
  if (isJournalReport(input.message)) return unverified(whyNotOfJournal)
  const forward = findForward(input.message)
  const forwarded = forward && (await checkForward(input, forward))
  if (forwarded?.trust === 'forwarded') return forwarded
  const refused = named ?? original ?? forwarded ?? list
  if (refused) return refused
  if (isJudiciaryDomain(domain)) {
    return unverified(`${short(domain)} belongs to the federal judiciary, but no known court sends from it`)
  }
  return unverified(whyUnknown(input.message, sender.address))
}

function whyUnknown(message: Message, sender: string): string {
  const quoted = isCourtDomain(domainOf(sender)) ? undefined : findCourtAddress(message)
  if (quoted === undefined) return `no known court sends from ${short(sender)}`
  return `it looks forwarded by ${short(sender)}, from ${short(quoted)}, but no known court sends from there`
}

/** Flags an unproven message with signs of a fake as a probable fake, no matter who forwarded it. */
async function withFakeSigns(
  check: SenderCheck,
  { received, ownDomains }: { received: Received; ownDomains: readonly string[] },
): Promise<SenderCheck> {
  const read = await messageReader.fakeSigns(received, ownDomains)
  if ('problem' in read) throw new BrokenOffError(hardToRead)
  const { signs: reasons } = read
  if (reasons.length === 0) return check
  const sentence = `${check.sentence} Beware: this is probably a fake notice: ${reasons.join('; ')}. Don't open anything in it.`
  return { trust: 'unverified', sentence, flag: 'fake', reasons, ...(check.temporary && { temporary: true }) }
}
