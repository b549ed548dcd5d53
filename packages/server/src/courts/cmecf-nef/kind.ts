import type { NoticeKind } from '@courtcrier/contract/notice.ts'
import type { Layout } from './layout.ts'

/** A new entry, a change of an entry made before, or a claim entered in the register of claims. */
export function kindOf(layout: Layout, event: string | undefined, docketText: string | undefined): NoticeKind {
  if (layout.isClaim) return 'claim'
  if (layout.isEdit || updated.test(event ?? '')) return 'modification'
  const text = docketText ?? ''
  return opensAsChange.test(text) || endsAsError.test(text.slice(-200)) ? 'modification' : 'filing'
}

const updated = /^docket entry #? ?\d{1,6} has been (?:updated|modified|corrected|deleted)/i

const opensAsChange =
  /^\W{0,8}(?:modified (?:dkt|docket) text from|modified date filed from|added correct pdf to document|deleted (?:entry|document)\b|entry deleted\b)/i

/** The clerk's last remark, before the clerk's own initials; elsewhere the words speak of another entry. */
const endsAsError = /\(entered in error\)[\s.]{0,4}(?:\([^()]{0,60}\)[\s.]{0,4}){0,2}$/i
