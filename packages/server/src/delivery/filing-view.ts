import type { FilledBody } from './fill-template.ts'
import type { PlacedDocument } from './place-documents.ts'

/** What both parts of the mail say. */
export interface FilingView {
  firmName: string
  colour: string
  caseName: string
  docketNumber: string
  court: string
  event: string
  facts: readonly (readonly [label: string, value: string])[]
  docketText: string
  isSealed: boolean
  /** Who stands for the sender of the notice; no template takes it out. */
  sender: string
  documents: readonly PlacedDocument[]
  /** Paths of stored copies are shown. */
  namesCopies: boolean
  remark: string | undefined
  url: string
  reason: string
  /** Where a person sees how they are told, and by which setting. */
  settingsUrl: string
  /** What the firm's template says in place of heading and docket text. */
  body: FilledBody | undefined
}
