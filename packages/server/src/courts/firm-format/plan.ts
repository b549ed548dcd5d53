import type { NoticeFormatPart } from '@courtcrier/contract/resources/notice-format.ts'
import type { FormatDefinition } from './definition.ts'
import type { LinkRules } from './document-links.ts'
import type { LabelTree } from './labels.ts'
import type { WordPattern } from './word-pattern.ts'

/** What a subject can be read for, as the places of its patterns are called. */
export const subjectPlaces = ['docket number', 'case name', 'event', 'document title', 'reference'] as const
export type SubjectPlace = (typeof subjectPlaces)[number]

/** A definition made ready: everything that can be worked out once is. */
export interface FormatPlan {
  name: string
  kind: FormatDefinition['kind']
  /** Small letters. */
  senders: ReadonlySet<string>
  domains: ReadonlySet<string>
  subjects: readonly WordPattern[]
  phrases: readonly WordPattern[]
  labels: LabelTree
  /** The court where the message names none. */
  courtId?: string
  readsCourt: boolean
  courts: readonly { name: WordPattern; courtId: string }[]
  links: LinkRules
  required: readonly NoticeFormatPart[]
}
