import { type Notice, type NoticeCase, type ParseResult, requiredParts } from '@courtcrier/contract/notice.ts'
import { describeDoubt } from './court-in-doubt.ts'
import { findCourt } from './directory/directory.ts'

/**
 * Turns what a parser understood into a complete notice, or says what is missing. Completeness is judged only here, so
 * that no format passes on half a notice. `obstacle` is the parser's own reason, which comes first.
 */
export function completeNotice(understood: Partial<Notice>, obstacle?: string): ParseResult {
  const { kind, format, courtId } = understood
  const unclear = obstacle ?? findGap(understood)
  if (unclear !== undefined || !kind || !format || !courtId) {
    return { unclear: unclear ?? 'This message is not a court notice Courtcrier can read yet.', understood }
  }
  const head = { kind, format, courtId }
  return { notice: { ...head, ...emptyLists, ...understood, ...head } }
}

const emptyLists = {
  courtEvidence: [],
  cases: [],
  isCaseClosed: false,
  isSealed: false,
  crossReferences: [],
  documents: [],
  recipients: [],
} as const

/** What is missing, as a sentence; undefined if the notice is complete. */
function findGap(understood: Partial<Notice>): string | undefined {
  const { kind, courtId, courtEvidence = [], cases = [] } = understood
  if (!kind) return 'This message is not a court notice Courtcrier can read yet.'
  if (!courtId) {
    return describeDoubt(courtEvidence) ?? 'This looks like a court notice, but it does not show which court sent it.'
  }
  if (!findCourt(courtId.value)) return `Courtcrier does not know the court "${courtId.value}".`
  if (cases.some(isHalf)) return 'This notice names a case without its docket number.'
  for (const choice of requiredParts[kind]) {
    if (!choice.some((part) => isThere(understood[part]))) return gapSentence(choice[0])
  }
  return undefined
}

function isHalf({ docketNumber }: NoticeCase): boolean {
  return docketNumber.value === ''
}

function isThere(part: unknown): boolean {
  if (Array.isArray(part)) return part.length > 0
  return part !== undefined
}

function gapSentence(part: keyof Notice | undefined): string {
  if (part === 'cases') return 'This looks like a court notice, but it names no case.'
  if (part === 'claimNumber') return 'This announces a claim, but it does not say which.'
  if (part === 'reference') return 'This looks like a confirmation, but it names neither a case nor an envelope.'
  return 'This notice does not say what was filed.'
}
