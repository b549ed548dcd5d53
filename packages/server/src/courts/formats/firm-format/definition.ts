import { type AnyRow, type BaseRow, emptyRow } from '@courtcrier/contract/resource.ts'
import { type NoticeFormat, noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser } from '../../parser.ts'
import type { LabeledPart } from './labels.ts'

/** An administrator's description of a format: the fields of the resource. */
export type FormatDefinition = Omit<NoticeFormat, keyof BaseRow>

/** The definition in a row of the resource; missing fields are empty, also the name of a draft. */
export function definitionOf(row: AnyRow): FormatDefinition {
  const filled: AnyRow = { ...emptyRow(noticeFormat), ...row }
  return { ...filled, name: filled.name ?? '' } as unknown as FormatDefinition
}

/** A problem with a definition. */
export interface FormatProblem {
  field: keyof FormatDefinition & string
  sentence: string
}

/** A firm's format, compiled. */
export interface FirmParser extends CourtParser {
  /** Its source, from which a thread compiles the same parser. */
  definition: FormatDefinition
  /** Hosts that serve documents only of notices read by this format; exact, in lower case. */
  linkHosts: readonly string[]
  /** What in a message doesn't fit the format's requirements; empty if it fits. */
  whyNot: (message: Message) => readonly FormatProblem[]
}

/** The label fields, and the part that each precedes. */
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
} as const satisfies Readonly<Record<string, LabeledPart>>
export type LabelField = keyof typeof labelFields
export const labelFieldNames = Object.keys(labelFields) as LabelField[]
