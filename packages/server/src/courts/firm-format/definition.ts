import { type AnyRow, type BaseRow, emptyRow } from '@courtcrier/contract/resource.ts'
import { type NoticeFormat, noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import type { Message } from '../../mail/message.ts'
import type { CourtParser } from '../parser.ts'
import type { LabelledPart } from './labels.ts'

/** What an administrator says of a format: the fields of the resource. */
export type FormatDefinition = Omit<NoticeFormat, keyof BaseRow>

/** The definition in a row of the resource; fields that the row lacks are empty. */
export function definitionOf(row: AnyRow): FormatDefinition {
  return { ...emptyRow(noticeFormat), ...row } as unknown as FormatDefinition
}

/** One thing wrong with a definition. */
export interface FormatProblem {
  field: keyof FormatDefinition & string
  sentence: string
}

/** A firm's format at work. */
export interface FirmParser extends CourtParser {
  /** What it was made from: a thread makes the same of it. */
  definition: FormatDefinition
  /** Hosts that serve documents of notices read by this format, and of no others; exact and lower case. */
  linkHosts: readonly string[]
  /** What of a message does not fit what the format asks for; nothing when the format is for it. */
  whyNot: (message: Message) => readonly FormatProblem[]
}

/** The fields of labels, and the part that each stands before. */
export const labelFields = {
  courtLabels: 'court',
  docketNumberLabels: 'docketNumber',
  caseNameLabels: 'caseName',
  eventLabels: 'event',
  documentTitleLabels: 'documentTitle',
  docketTextLabels: 'docketText',
  filedDateLabels: 'filedDate',
  filedByLabels: 'filedBy',
  filerLabels: 'filer',
  referenceLabels: 'reference',
  recipientLabels: 'recipient',
} as const satisfies Readonly<Record<string, LabelledPart>>
export type LabelField = keyof typeof labelFields
export const labelFieldNames = Object.keys(labelFields) as LabelField[]
