import type { NoticeFormatPart } from '@courtcrier/contract/resources/notice-format.ts'
import type { FormatDefinition } from './definition.ts'
import type { LinkRules } from './document-links.ts'
import type { LabelTree } from './labels.ts'
import type { WordPattern } from './word-pattern.ts'

/** The values that can be read from a subject, named like the placeholders of its patterns. */
export const subjectPlaces = ['docket number', 'case name', 'event', 'document title', 'reference'] as const
export type SubjectPlace = (typeof subjectPlaces)[number]

/** A compiled definition, with everything calculated in advance. */
export interface FormatPlan {
  name: string
  kind: FormatDefinition['kind']
  /** In lower case. */
  senders: ReadonlySet<string>
  domains: ReadonlySet<string>
  subjects: readonly WordPattern[]
  phrases: readonly WordPattern[]
  labels: LabelTree
  /** The court if the message names none. */
  courtId?: string
  readsCourt: boolean
  courts: readonly { name: WordPattern; courtId: string }[]
  links: LinkRules
  required: readonly NoticeFormatPart[]
}
