/**
 * Whether the notice itself says that the document is sealed or restricted. "Seal" alone proves nothing: motions to
 * seal and orders to unseal are public, and so is a redacted version of a sealed paper.
 */
export function saysSealed({ event, docketText, documentNumber, cases = [], subject }: SealedEvidence): boolean {
  if (/\b(?:sealed|restricted|not available to the public)\b/i.test(documentNumber ?? '')) return true
  if (cases.some((words) => sealedCase.test(words)) || sealedNumber.test((subject ?? '').slice(0, 2_000))) return true
  if (/^\W{0,4}(?:sealed|restricted)\b(?! \w+ unsealed)/i.test(event ?? '')) return true
  const text = (docketText ?? '').slice(0, 2_000)
  if (/^\W{0,4}redacted\b/i.test(text)) return false
  return openings.some((pattern) => pattern.test(text)) || statements.some((pattern) => pattern.test(text))
}

export interface SealedEvidence {
  event?: string
  docketText?: string
  /** All the words in the "Document Number" row. */
  documentNumber?: string
  /** All the words in the "Case Number" rows. */
  cases?: readonly string[]
  subject?: string
}

/** A case of which all is sealed is marked behind its number: `1:24-sw-00012-JFA *SEALED*`. */
const sealedCase = /\b(?:sealed|restricted|under seal|ex parte)\b/i
const sealedNumber = /-\d{3,6}[\w-]{0,20} ?\*{1,3} ?(?:sealed|restricted|under seal|ex parte)\b[^*]{0,30}\*/i

const openings = [
  /^\W{0,4}(?:SEALED|RESTRICTED|FILED UNDER SEAL|SELECTED PARTIES|EX PARTE)\b/,
  /^\W{0,4}Sealed (?:Document|Motion|Order|Exhibit|Response|Reply|Memorandum|Patent|Attachment|Transcript)\b/i,
]

const statements = [
  /\*{1,3}\s?(?:SEALED|FILED UNDER SEAL|RESTRICTED|SELECTED PARTIES|EX PARTE)\b[^*]{0,60}\*/i,
  /\b(?:document|access) (?:is|to this document is|to the document is) (?:sealed|restricted)\b/i,
  /\[(?:SEALED|RESTRICTED)[^\]]{0,40}\]|\((?:SEALED|RESTRICTED)\)/i,
]
