import type { NoticeRecipient, Span } from '@courtcrier/contract/notice.ts'
import { withoutEnd } from '@courtcrier/lib/without-end.ts'
import type { Body } from '../text/body.ts'
import { findAddresses } from '../text/email-addresses.ts'
import { squeeze, trimSpan } from '../text/found.ts'

/**
 * Reads the people a service lists as served: `Jane Roe (jane@example.com)` on a line, or name and address on separate
 * lines or in cells. A line ending with a colon names the party represented by the people below it.
 */
export function readEfilingRecipients(body: Body, lines: readonly Span[], isServed = true): NoticeRecipient[] {
  const people: NoticeRecipient[] = []
  let party: string | undefined
  let pending: { name: string; start: number } | undefined
  for (const [start, end] of lines.slice(0, mostPeople)) {
    const text = body.text.slice(start, Math.min(end, start + longestLine))
    const addresses = findAddresses(text)
    const words = squeeze(text)
    if (addresses.length === 0) {
      if (/:$/.test(words)) party = partyOf(words)
      else pending = { name: words, start }
      continue
    }
    const own = nameBefore(text.slice(0, addresses[0]?.start))
    people.push({
      name: own === '' ? (pending?.name ?? '') : own,
      ...(party && { onBehalfOf: party }),
      emails: addresses.map(({ address }) => address),
      isServedElectronically: isServed,
      span: trimSpan(body.text, own === '' ? (pending?.start ?? start) : start, end),
    })
    pending = undefined
  }
  return people
}

const mostPeople = 2_000
const longestLine = 2_000

function nameBefore(text: string): string {
  return withoutEnd(squeeze(text.replace(/mailto:|[()<>[\]]/gi, ' ')), /[\s,;:|-]/)
}

/** "Other Service Contacts not associated with a party on the case" isn't a party. */
function partyOf(words: string): string | undefined {
  return /^(?:other )?service contacts?\b|not associated/i.test(words) ? undefined : words.slice(0, -1).trim()
}
