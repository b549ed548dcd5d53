import { findCourt } from '../../courts/directory.ts'
import { parseNotice } from '../../courts/registry.ts'
import { filingKey } from '../../matching/filing-key.ts'
import type { Stage } from '../stage.ts'

/** What the message says: a complete notice, or the reason why a person has to look. */
export const parseStage: Stage<'parse'> = {
  name: 'parse',
  run: async (work) => {
    const decoded = await work.message()
    if ('problem' in decoded) return { kind: 'review', sentence: decoded.problem }
    const parsed = parseNotice(decoded.message)
    if ('unclear' in parsed)
      return { kind: 'review', sentence: parsed.unclear, result: { understood: parsed.understood } }
    const { notice } = parsed
    const court = findCourt(notice.courtId.value)
    const number = notice.cases[0]?.docketNumber.value ?? ''
    return {
      kind: 'done',
      sentence: `Read as a notice of ${court?.citation ?? notice.courtId.value} in ${number}${documentsPhrase(notice.documents.length)}.`,
      result: { notice, filingKey: filingKey(notice) },
    }
  },
}

function documentsPhrase(count: number): string {
  if (count === 0) return ', without a document'
  return count === 1 ? ', with one document' : `, with ${count} documents`
}
