import type { Found } from '@courtcrier/contract/notice.ts'
import type { Body } from '../body.ts'
import { findWords, squeeze } from '../found.ts'

/**
 * The debtors' names, which stand each above an address and the last digits of a number; two are joined by "and", as the
 * court's own docket joins them. Undefined when nothing stands there.
 */
export function readDebtors(body: Body, start: number): Found<string> | undefined {
  const names: Found<string>[] = []
  let isNext = true
  let count = 0
  for (const line of body.lines) {
    if (line.end <= start) continue
    const from = Math.max(line.start, start)
    const text = squeeze(body.text.slice(from, line.end))
    if (endsDebtors.test(text) || ++count > mostLines) break
    const isNumber = /\b(?:SSN|ITIN|EIN|Tax[ -]?ID|Taxpayer)\b|^x{2,3}-x{2}-/i.test(text)
    if (isNumber) isNext = true
    else if (isNext && isName(text)) {
      const name = findWords(body, from, line.end)
      if (name) names.push(name)
      isNext = false
    }
  }
  const [first, last] = [names[0]?.span, names.at(-1)?.span]
  if (!first || !last) return undefined
  const value = names.map((name) => name.value).join(' and ')
  return { value, span: [first[0], last[1]], from: names.length > 1 ? 'derived' : 'body' }
}

const mostLines = 40
const endsDebtors =
  /^(?:the\s)?(?:case was|bankruptcy trustee|debtor'?\u2019?s? attorney|attorney for|in most instances|if you|you may)\b/i

function isName(text: string): boolean {
  if (text.length > 200 || !/\p{L}/u.test(text)) return false
  return !/^(?:aka|a\/k\/a|fka|f\/k\/a|dba|d\/b\/a|fdba|debtor|and$|\d|P\.? ?O\.? ?Box)\b/i.test(text)
}
