import type { FilledBody } from './fill-template.ts'
import type { PlacedDocument } from './place-documents.ts'

/** The content of both parts of an email, HTML and plain text. */
export interface DeliveryView {
  firmName: string
  color: string
  caseName: string
  docketNumber: string
  court: string
  event: string
  facts: readonly (readonly [label: string, value: string])[]
  docketText: string
  isSealed: boolean
  /** Who vouches for the sender of the notice; no template can remove it. */
  sender: string
  documents: readonly PlacedDocument[]
  /** Whether the paths of saved copies are shown. */
  namesCopies: boolean
  remark: string | undefined
  url: string
  reason: string
  /** The page that shows how a person is notified, and which setting decides that. */
  settingsUrl: string
  /** Replaces the heading and docket text if the firm has a template. */
  body: FilledBody | undefined
}
