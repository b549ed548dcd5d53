import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import type { FirmParser } from '../../courts/firm-format/definition.ts'
import { findReturned, type Returned } from '../../delivery/returned.ts'
import { findInsider } from '../../firm/find-insider.ts'
import { findBounce } from '../../mail/bounce.ts'
import { domainOf } from '../../mail/look-alike.ts'
import type { Message } from '../../mail/message.ts'
import { isPublicMailDomain } from '../../mail/public-mail-domains.ts'
import { checkSender } from '../../mail/trust.ts'
import { ignoreReasons } from '../ignore-reasons.ts'
import type { Stage, StageDeps, Work } from '../stage.ts'

/** Whether the court itself sent the message, and whether the firm wants mail from there at all. */
export const authenticateStage: Stage<'authenticate'> = {
  name: 'authenticate',
  waitsOutside: true,
  run: async (work, deps) => {
    const { entered } = work.origin
    if (entered)
      return {
        kind: 'done',
        sentence: `${entered.by} entered it and stands for the court's sender.`,
        result: { trust: 'verified', proof: `Entered by ${entered.by}` },
      }
    const decoded = await work.message()
    if ('problem' in decoded) return { kind: 'review', sentence: decoded.problem }
    const returned = await readReturned(decoded.message, work, deps)
    if (returned) return { kind: 'ignore', sentence: returned.told, returned }
    const ignored = whyIgnored(decoded.message, work.firm)
    if (ignored) return { kind: 'ignore', sentence: ignored }
    const { sentence, temporary, ...checked } = await checkSender(await work.raw(), {
      message: decoded.message,
      origin: work.origin,
      trustedForwarders: work.firm.trustedForwarders,
      findInsider: (address) => deps.read((trx) => findInsider(trx, work.firmId, address)),
      formatsOf: async (address) =>
        (await deps.formats(work.firmId, deps.read))
          .filter((format) => namesSender(format, address))
          .map(({ name }) => name),
      examine: deps.examine,
    })
    if (temporary && work.attempts < triesForDns) return { kind: 'retry', sentence }
    return { kind: 'done', sentence, result: { ...checked, why: sentence } }
  },
}

/** Whether the format says that exactly this address, or its domain, sends such messages; a public service is nobody's. */
function namesSender({ definition: { senderAddresses, senderDomains } }: FirmParser, address: string): boolean {
  if (senderAddresses.some((each) => each.toLowerCase() === address)) return true
  const domain = domainOf(address)
  return !isPublicMailDomain(domain) && senderDomains.some((each) => each.toLowerCase() === domain)
}

/** The delivery that came back, when the message is a mail server's report of one. */
async function readReturned(
  message: Message,
  { firmId }: Work,
  { config, read }: StageDeps,
): Promise<Returned | undefined> {
  const bounce = findBounce(message)
  if (!bounce) return undefined
  return read((trx) => findReturned(trx, firmId, { bounce, publicUrl: config.publicUrl }))
}

/** Then a person decides: a notice must not wait for a name server longer than its links live. */
const triesForDns = 3

/** The sentence when the firm's domain lists say that this sender's mail is not for Courtcrier. */
function whyIgnored(
  message: Message,
  firm: Pick<Firm, 'ignoredEmailDomains' | 'acceptedEmailDomains'>,
): string | undefined {
  const domain = message.from?.address.split('@').at(-1)?.toLowerCase() ?? ''
  if (matchesDomain(domain, firm.ignoredEmailDomains)) return ignoreReasons.ignoredDomain(domain)
  if (firm.acceptedEmailDomains.length === 0 || matchesDomain(domain, firm.acceptedEmailDomains)) return undefined
  return ignoreReasons.domainNotAccepted(domain || 'an unnamed sender')
}

function matchesDomain(domain: string, list: readonly string[]): boolean {
  return list.some((entry) => domain === entry || domain.endsWith(`.${entry}`))
}
