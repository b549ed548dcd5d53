import type { Found, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { Body } from '../../text/body.ts'
import { squeeze, trimSpan } from '../../text/found.ts'
import { type LabelRow, readLabelRows, rowWords } from '../../text/label-table.ts'
import { unwrapLink } from '../../text/link.ts'
import { linksWithin } from '../../text/visible-text.ts'

/** A notice listed in a message from the Bankruptcy Noticing Center. */
export interface ListedNotice {
  docketNumber: Found<string>
  name?: Found<string>
  court?: Found<string>
  title?: Found<string>
  link?: NoticeLink
}

/** The center's own limit is 25 links per message. With more than this many, the message counts as something else. */
export const mostNotices = 100

type Key = 'number' | 'name' | 'court' | 'title' | 'form' | 'other'

const labels: Readonly<Record<string, Key>> = {
  'case number': 'number',
  'case no': 'number',
  'case no.': 'number',
  'case name': 'name',
  'debtor name': 'name',
  debtor: 'name',
  debtors: 'name',
  'debtor(s)': 'name',
  court: 'court',
  'originating court': 'court',
  'court name': 'court',
  'form code': 'form',
  'court form code': 'form',
  'court form': 'form',
  title: 'title',
  'document title': 'title',
  'title of document': 'title',
  'notice title': 'title',
  'notice type': 'title',
  recipient: 'other',
}

/** The listed notices in order. A notice begins with the first label that the previous one already has. */
export function readListed(body: Body): ListedNotice[] {
  const groups: LabelRow<Key>[][] = []
  for (const row of readLabelRows(body, labels)) {
    const group = groups.at(-1)
    if (!group || group.some(({ key }) => key === row.key)) groups.push([row])
    else group.push(row)
    if (groups.length > mostNotices + 1) break
  }
  return groups.flatMap((group, index) => toNotice(body, group, groups[index + 1]?.[0]?.labelStart) ?? [])
}

function toNotice(body: Body, group: readonly LabelRow<Key>[], until = body.text.length): ListedNotice | undefined {
  const words = (key: Key) =>
    rowWords(
      body,
      group.find((row) => row.key === key),
    )
  const docketNumber = words('number')
  if (!docketNumber || !/\d/.test(docketNumber.value) || docketNumber.value.length > 60) return undefined
  const [name, court, title] = [words('name'), words('court'), words('title')]
  const link = findLink(body, group[0]?.labelStart ?? 0, until)
  return {
    docketNumber,
    ...(name && { name }),
    ...(court && { court }),
    ...(title && { title }),
    ...(link && { link }),
  }
}

const hosts =
  /^(?:[\w-]{1,60}\.){0,3}(?:noticingcenter\.com|bankruptcynotices\.uscourts\.gov|ebn\.uscourts\.gov|ebnuscourts\.com)$/i

/** The center's single-use links have no recognizable token; the address itself is the secret. */
function findLink(body: Body, start: number, end: number): NoticeLink | undefined {
  for (const link of linksWithin(body, start, end).slice(0, 20)) {
    const url = unwrapLink(link.href)
    const host = url.length > 8_000 ? undefined : URL.parse(url)?.hostname
    // In plain text, a link is an address behind the words that it was on.
    const isShown = body.kind === 'text' || squeeze(body.text.slice(link.start, link.end)) !== ''
    if (host && hosts.test(host) && isShown) return { url, host, span: trimSpan(body.text, link.start, link.end) }
  }
  return undefined
}
