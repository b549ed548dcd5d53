import type { Found, NoticeCase } from '@courtcrier/contract/notice.ts'
import type { NdaLine } from '../../families/nda-layout.ts'
import type { NdaSubject } from '../../families/nda-subject.ts'
import type { Body } from '../../text/body.ts'
import { readDescription } from './documents.ts'

interface EventEvidence {
  body: Body
  subjects: readonly NdaSubject[]
  cases: readonly NoticeCase[]
  documents: readonly NdaLine[]
}

/**
 * What happened: the quoted words in the subject (`21-1975 Doe v. Roe "Letter RECEIVED"`) or the main document's
 * description, whichever is longer.
 */
export function readEvent({ body, subjects, cases, documents }: EventEvidence): Found<string> | undefined {
  const quoted = quotedEvent(subjects, cases)
  const described = describedEvent(body, documents)
  if (!quoted || !described) return quoted ?? described
  return described.value.length > quoted.value.length ? described : quoted
}

function quotedEvent(subjects: readonly NdaSubject[], cases: readonly NoticeCase[]): Found<string> | undefined {
  for (const { text, from, span } of subjects) {
    const value = quotedWords(text, cases)
    if (value) return { value, from, ...(span && { span }) }
  }
  return undefined
}

/**
 * The words between the quotation mark after the case's name and the last one. A subject that was cut lacks the last
 * one.
 */
function quotedWords(subject: string, cases: readonly NoticeCase[]): string | undefined {
  const text = subject.replace(/[\u201c\u201d]/g, '"')
  const name = cases[0]?.name?.value.toLowerCase()
  const place = name ? text.toLowerCase().indexOf(name) : -1
  const open = place < 0 ? lastOpening(text) : text.indexOf('"', place + (name?.length ?? 0))
  if (open < 0) return undefined
  const close = text.lastIndexOf('"')
  return withSpaces(close > open ? text.slice(open + 1, close) : text.slice(open + 1)) || undefined
}

/** The last opening quotation mark: one with a space before it and a word after it. */
function lastOpening(text: string): number {
  let last = -1
  for (const match of text.matchAll(/(?:^|\s)"(?=\S)/g)) last = match.index + match[0].length - 1
  return last
}

/** "Main Document" only states its position in the list. */
function describedEvent(body: Body, documents: readonly NdaLine[]): Found<string> | undefined {
  const first = documents.findIndex((line) => line.label === 'description')
  if (first < 0) return undefined
  const description = readDescription(body, documents.slice(first, first + longestDescription))
  const value = withSpaces(description?.value ?? '')
  return description && value !== '' && !/^main document$/i.test(value) ? { ...description, value } : undefined
}

/** In plain text, a description may be wrapped over several lines. */
const longestDescription = 8

/** Courts write events as identifiers: `Clerk_Order_Filed`. */
function withSpaces(words: string): string {
  return words.replaceAll('_', ' ').trim()
}
