import type { Found } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../mail/message.ts'
import { findAssignedNumber } from '../bankruptcy-filing/sentences.ts'
import type { Body } from '../body.ts'
import type { Layout } from './layout.ts'

/**
 * A case's number where its table has none, as when a case is opened: the sentence that assigns it, or the only number of
 * the subject.
 */
export function numberElsewhere(message: Message, body: Body): Found<string> | undefined {
  const assigned = findAssignedNumber(body)
  if (assigned) return assigned
  const numbers = new Set(message.subject.slice(0, longestSubject).match(numberPattern))
  const [value] = numbers
  return value && numbers.size === 1 ? { value, from: 'subject' } : undefined
}

const longestSubject = 2_000
const numberPattern = /(?<![\w:-])(?:\d{1,2}:)?\d\d-(?:[a-z]{2}-)?\d{4,6}(?:-[a-z]{2,4}){0,2}(?![\w-])/gi

/** The first notice of a bankruptcy says by its title what happened, where the subject does not. */
export function openingEvent(body: Body, { head }: Layout): Found<string> | undefined {
  const line = head.find(({ text }) => /^\W{0,9}Notice of Bankruptcy Case Filing\W{0,4}$/i.test(text))
  const at = line ? body.text.slice(line.start, line.end).search(/Notice/i) : -1
  if (!line || at < 0) return undefined
  const end = body.text.slice(line.start, line.end).search(/Filing/i) + 'Filing'.length
  return { value: 'Notice of Bankruptcy Case Filing', span: [line.start + at, line.start + end], from: 'body' }
}
