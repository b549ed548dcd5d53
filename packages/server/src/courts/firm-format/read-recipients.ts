import type { Found, NoticeRecipient } from '@courtcrier/contract/notice.ts'
import { withoutEnd } from '../../base/lib/without-end.ts'
import { findAddresses } from '../email-addresses.ts'

/** The people in `Jane Roe <jane@firm.example>; John Poe`, one between semicolons or, where there are none, an address. */
export function readRecipients(values: readonly Found<string>[]): NoticeRecipient[] {
  return values
    .flatMap(({ value, span }) => entriesOf(value).map((entry) => recipientOf(entry, span)))
    .slice(0, mostRecipients)
}

const mostRecipients = 500

function entriesOf(value: string): string[] {
  if (value.includes(';')) return value.split(';').filter((entry) => entry.trim() !== '')
  const addresses = findAddresses(value)
  if (addresses.length < 2) return [value]
  // Each entry ends with its address and what closes it.
  const ends = addresses.map(({ end }) => (/[>)\]]/.test(value[end] ?? '') ? end + 1 : end))
  return ends.map((end, index) => value.slice(index === 0 ? 0 : ends[index - 1], end))
}

function recipientOf(entry: string, span: Found<string>['span']): NoticeRecipient {
  const addresses = findAddresses(entry)
  const words = addresses
    .reduce((text, { address }) => text.replace(address, ' '), entry)
    .replace(/[<>()[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,:-]+/, '')
  const name = withoutEnd(words, /[\s,:-]/)
  const emails = addresses.map(({ address }) => address)
  return { name: name || (emails[0] ?? ''), emails, isServedElectronically: true, ...(span && { span }) }
}
