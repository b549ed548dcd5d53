import type { Found, NoticeCase } from '@courtcrier/contract/notice.ts'
import { matchDocketNumbers, parseDocketNumber } from '../../directory/docket-number.ts'

export interface CasesReading {
  cases: readonly NoticeCase[]
  obstacle?: string
}

interface Named {
  numbers: readonly Found<string>[]
  names: readonly Found<string>[]
}

/** The cases named by the body and the subject. A case named only by the subject is read from there. */
export function readCases(body: Named, subject: { number?: Found<string>; name?: Found<string> }): CasesReading {
  const numbers = body.numbers.filter(isDocketNumber)
  const odd = body.numbers.find((number) => !isDocketNumber(number))
  if (odd) return { cases: [], obstacle: `"${odd.value.slice(0, 100)}" stands where the docket number should be.` }
  const fromSubject = subject.number && isDocketNumber(subject.number) ? subject.number : undefined
  if (fromSubject && numbers.length > 0 && !numbers.some((number) => isSameCase(number, fromSubject))) {
    return {
      cases: numbers.map((number) => caseOf(number)),
      obstacle: `The subject names the case ${fromSubject.value}, the text ${numbers[0]?.value}.`,
    }
  }
  const all = numbers.length > 0 ? numbers : fromSubject ? [fromSubject] : []
  if (all.length > mostCases) return { cases: [], obstacle: `This message names more than ${mostCases} cases.` }
  return nameCases(all, body.names.length > 0 ? body.names : subject.name ? [subject.name] : [])
}

const mostCases = 200

function nameCases(numbers: readonly Found<string>[], names: readonly Found<string>[]): CasesReading {
  const cases = numbers.map((number, index) =>
    caseOf(number, names.length === numbers.length ? names[index] : names[0]),
  )
  // One name may apply to all numbers; any other mismatch leaves open which name belongs to which number.
  if (names.length <= 1 || names.length === numbers.length) return { cases }
  const counts = `${numbers.length === 1 ? 'one docket number' : `${numbers.length} docket numbers`} and ${names.length}`
  return { cases, obstacle: `This message has ${counts} case names, so it is not clear which belong together.` }
}

function caseOf(docketNumber: Found<string>, name?: Found<string>): NoticeCase {
  return { docketNumber, parts: parseDocketNumber(docketNumber.value) ?? {}, ...(name && { name }) }
}

/** Every court's numbers have digits, and none is as long as a sentence. */
function isDocketNumber({ value }: Found<string>): boolean {
  return value.length <= 80 && /\d/.test(value)
}

function isSameCase(a: Found<string>, b: Found<string>): boolean {
  return matchDocketNumbers(a.value, b.value) !== 'different'
}
