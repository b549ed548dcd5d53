import type { ParseResult } from '@courtcrier/contract/notice.ts'
import { readUuid } from '@courtcrier/contract/uuid.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { domainOf, isCourtDomain, isGovernment } from '../../courts/directory/look-alike.ts'
import type { Message } from '../../courts/message/message.ts'
import { automaticKindOf } from '../../mail/automatic.ts'
import { findInsider } from './find-insider.ts'
import { ignoreReasons } from './ignore-reasons.ts'
import type { StageDeps, Work } from './stage.ts'

/**
 * Returns what the Message-ID of an email that Courtcrier itself sent says, a random number; undefined for others. No
 * database is asked about a court's.
 */
export function ownMailKey(messageId: string | undefined, publicUrl: string): string | undefined {
  const [, key = '', host = ''] = /^<?([0-9a-f-]{36})@([^<>\s]+?)>?$/i.exec(messageId ?? '') ?? []
  return host.toLowerCase() === new URL(publicUrl).hostname.toLowerCase() ? readUuid(key) : undefined
}

/**
 * Whether an email with one of these keys (`ownMailKey`) was sent for the firm, so that it came back, such as a copy to the mailbox
 * that Courtcrier reads. A reply or a forward has another Message-ID.
 */
export async function isOwnMail(trx: Trx, firmId: number, keys: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries where firm_id = ${firmId} and id = any(${keys}::uuid[]) and message_id = id::text
    union all select from digests where firm_id = ${firmId} and id = any(${keys}::uuid[]) limit 1`.execute(trx)
  return rows.length > 0
}

/** Returns the cases of the filings that emails with these keys (`ownMailKey`) were about, daily messages among them. */
export async function findCasesOfMails(trx: Trx, firmId: number, keys: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(e.other_case_ids || e.case_id)::text as id
    from deliveries d join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
    where d.firm_id = ${firmId} and d.id in (select unnest(${keys}::uuid[])
      union all select i.delivery_id from digest_items i where i.firm_id = ${firmId} and i.digest_id = any(${keys}::uuid[]))
    order by 1`.execute(trx)
  return rows.flatMap(({ id }) => id ?? [])
}

export type Unread = Extract<ParseResult, { unclear: string }>

/**
 * Returns a sentence if a message that no format reads is an automatic reply or a newsletter, which needs no one.
 * Undefined if it could be a court's: from a court, an e-filing service, a government or someone at the firm, with a case
 * number, or if the firm's own format names its sender. A person decides about those, and about uploaded messages.
 */
export async function whyNotWork(
  parsed: Unread,
  work: Work,
  deps: Pick<StageDeps, 'read' | 'formats'>,
): Promise<string | undefined> {
  const { via, vouch, givenCourt, origin } = work
  if (!['smtp', 'imap', 'provider'].includes(via) || vouch || givenCourt || origin.part) return undefined
  const decoded = await work.message()
  return 'message' in decoded ? whyMessageIsNotWork(decoded.message, parsed, { firmId: work.firmId, deps }) : undefined
}

async function whyMessageIsNotWork(
  message: Message,
  { understood }: Unread,
  { firmId, deps }: { firmId: number; deps: Pick<StageDeps, 'read' | 'formats'> },
): Promise<string | undefined> {
  const address = message.from?.address.toLowerCase() ?? ''
  const domain = domainOf(address)
  const kind = automaticKindOf(message)
  if (!kind || !domain || isCourtDomain(domain) || isGovernment(domain) || understood.cases?.length) return undefined
  if (kind === 'reply') return ignoreReasons.automaticReply(address)
  if (understood.courtId || namesCase(message)) return undefined
  if (await deps.read((trx) => findInsider(trx, firmId, address))) return undefined
  const formats = await deps.formats(firmId, deps.read)
  const isNamed = formats.some(
    ({ definition: { senderAddresses, senderDomains } }) =>
      senderAddresses.some((each) => each.toLowerCase() === address) ||
      senderDomains.some((each) => domain === each.toLowerCase() || domain.endsWith(`.${each.toLowerCase()}`)),
  )
  return isNamed ? undefined : ignoreReasons.newsletter(domain)
}

/** Whether it mentions something like a case number or a service of papers: `3:26-cv-04417`, `Case No. 24CV01234`. */
function namesCase({ subject, text = '', html = '' }: Message): boolean {
  return caseWords.test(`${subject}\n${text.slice(0, longestSearched)}\n${html.slice(0, longestSearched)}`)
}

const longestSearched = 200_000
const caseWords =
  /\b\d{1,2}:\d{2}-[a-z]{2,4}-\d{3,}|\b(?:case|cause|docket|index|envelope|filing)\s*(?:no\b|num|id\b|#|:)|\be-?(?:filed|filing|serv(?:ice|ed))\b|\b(?:has|have) been (?:e-?)?(?:filed|served)\b|\bservice of (?:process|documents?|filing)\b/i
