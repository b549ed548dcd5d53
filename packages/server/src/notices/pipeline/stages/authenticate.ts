import { domainOf } from '../../../courts/directory/look-alike.ts'
import type { FirmParser } from '../../../courts/formats/firm-format/definition.ts'
import type { Message, MessagePart } from '../../../courts/message/message.ts'
import { findBounce } from '../../../mail/bounce.ts'
import { answeredIdsIn, isOwnMessageId, ownIdsIn } from '../../../mail/own-message-id.ts'
import { isPublicMailDomain } from '../../../mail/public-mail-domains.ts'
import type { SenderCheck } from '../../../mail/sender-check.ts'
import { checkSender } from '../../../mail/trust.ts'
import { findReturned, type Returned, returnedOther } from '../../returned.ts'
import type { Ignoring } from '../caught-by.ts'
import { findInsider, findOwnDomains, isReceivedAt } from '../find-insider.ts'
import { ignoreReasons } from '../ignore-reasons.ts'
import { findCasesOfMails, isOwnMail, ownMailKey } from '../not-work.ts'
import type { Stage, StageDeps, Work } from '../stage.ts'
import { whyCheckedIgnored, whyRefused } from '../why-domain-ignored.ts'

/** Checks whether the court itself sent the message, and whether the firm accepts mail from there at all. */
export const authenticateStage: Stage<'authenticate'> = {
  name: 'authenticate',
  waitsOutside: true,
  run: async (work, deps) => {
    const { entered } = work.origin
    if (entered)
      return {
        kind: 'done',
        sentence: `${entered.by} entered it manually, which counts as trusting the sender.`,
        result: { trust: 'verified', proof: `Entered by ${entered.by}` },
      }
    const decoded = await work.message()
    if ('problem' in decoded) return { kind: 'review', sentence: decoded.problem }
    const returned = await readReturned(decoded.message, work, deps)
    const otherCaseIds = await findCasesOfMail(decoded.message, work, deps)
    const ignore = (why: Ignoring & { sentence: string }) => ({ kind: 'ignore', ...why, otherCaseIds }) as const
    if (returned) return ignore({ sentence: returned.told, returned })
    if (await isOwn(decoded.message, work, deps)) return ignore({ sentence: ignoreReasons.ownMail })
    const ignored = whyRefused(decoded.message, work.firm)
    if (ignored) return ignore(ignored)
    const checked = await checkSender(await work.raw(), {
      message: decoded.message,
      key: work.rawContent,
      origin: work.origin,
      trustedForwarders: work.firm.trustedForwarders,
      findInsider: (address) => deps.read((trx) => findInsider(trx, work.firmId, address)),
      receivesAt: (address) => receivesAt(address, work, deps),
      formatsOf: async (address) =>
        (await deps.formats(work.firmId, deps.read))
          .filter((format) => namesSender(format, address))
          .map(({ name }) => name),
      formats: () => deps.formats(work.firmId, deps.read),
      ownDomains: () => deps.read((trx) => findOwnDomains(trx, work.firmId)),
      examine: deps.examine,
    })
    const ofItem = ofPart(checked, work.origin.part)
    const { sentence, temporary, ...result } = ofItem
    if (temporary && work.attempts < triesForDns) return { kind: 'retry', sentence }
    const excluded = whyCheckedIgnored(decoded.message.from?.address, ofItem, work.firm)
    if (excluded) return ignore(excluded)
    const answered = otherCaseIds.length > 0 ? { otherCaseIds } : {}
    return { kind: 'done', sentence, result: { ...result, why: sentence, ...answered } }
  },
}

/** A part that is one of the attached originals stays that one when the whole message is checked again. */
function ofPart(checked: SenderCheck, part: MessagePart | undefined): SenderCheck {
  const id = part?.originalId
  return id !== undefined && checked.originalIds?.includes(id) ? { ...checked, originalIds: [id] } : checked
}

/** Whether the firm receives mail at the address, also by a mailbox in the server's settings. */
async function receivesAt(address: string, { firmId }: Work, { config, read }: StageDeps): Promise<boolean> {
  const isInSettings = config.imapAccounts.some(
    (each) => each.firmId === firmId && each.user?.toLowerCase() === address,
  )
  return isInSettings || read((trx) => isReceivedAt(trx, firmId, address))
}

/**
 * Whether the format lists exactly this address, or its domain, as the sender of its messages. The domain of a public
 * mail service doesn't count.
 */
function namesSender({ definition: { senderAddresses, senderDomains } }: FirmParser, address: string): boolean {
  if (senderAddresses.some((each) => each.toLowerCase() === address)) return true
  const domain = domainOf(address)
  return !isPublicMailDomain(domain) && senderDomains.some((each) => each.toLowerCase() === domain)
}

/** Finds the returned delivery, or that it was another email of Courtcrier, if the message is a mail server's report of one. */
async function readReturned(message: Message, work: Work, deps: StageDeps): Promise<Returned | undefined> {
  const { read } = deps
  const bounce = findBounce(message)
  if (!bounce) return undefined
  const delivery = await read((trx) => findReturned(trx, work.firmId, { bounce, publicUrl: deps.config.publicUrl }))
  if (delivery) return delivery
  return (await areOwn(bounce.messageIds, work, deps)) ? returnedOther(bounce) : undefined
}

/** The cases of the filings that an email of Courtcrier was about, if the message returns, repeats or answers it. */
async function findCasesOfMail(message: Message, { firmId }: Work, deps: StageDeps): Promise<readonly string[]> {
  const ids = [
    ...(findBounce(message)?.messageIds ?? []),
    ...ownIdsIn(message.headers),
    ...answeredIdsIn(message.headers),
  ]
  const keys = ids.flatMap((id) => ownMailKey(id, deps.config.publicUrl) ?? [])
  return keys.length > 0 ? deps.read((trx) => findCasesOfMails(trx, firmId, keys)) : []
}

function isOwn({ headers }: Message, work: Work, deps: StageDeps): Promise<boolean> {
  return areOwn(ownIdsIn(headers), work, deps)
}

/** Whether any of the IDs is one of an email that Courtcrier sent for the firm. */
async function areOwn(
  ids: readonly string[],
  { firmId }: Work,
  { config: { publicUrl }, secrets, read }: StageDeps,
): Promise<boolean> {
  if (ids.some((id) => isOwnMessageId(id, secrets, { firmId, publicUrl }))) return true
  const keys = ids.flatMap((id) => ownMailKey(id, publicUrl) ?? [])
  return keys.length > 0 && read((trx) => isOwnMail(trx, firmId, keys))
}

/** After this many retries a person decides: a notice must not wait for a name server until its links expire. */
const triesForDns = 3
