import type { Found, NoticeCase, Span } from '@courtcrier/contract/notice.ts'
import type { Body } from '../body.ts'
import type { NdaParts } from '../nda-notice.ts'

/** What only the subject tells: "Doe v. Roe 25-4312 - 063 - Corrected Chambers Order", "… - Reply Brief - 490133". */
export interface AcmsSubject {
  event?: Found<string>
  documentNumber?: Found<string>
}

/** Reads the words behind the case's number; a forward with a subject of its own is read by its header block. */
export function readAcmsSubject({ body, subjects, cases }: NdaParts): AcmsSubject {
  for (const { text, from, span } of subjects) {
    const rest = afterNumber(text, cases)
    if (rest === undefined) continue
    const evidence = { from, ...(span && { span }) }
    const number = /^0{0,6}(\d{1,5})(?:\s{1,3}-\s{1,3}|$)/.exec(rest)
    const event = withoutKey(number ? rest.slice(number[0].length) : rest)
    return {
      ...(event !== '' && { event: { value: event, ...evidence } }),
      ...(number?.[1] && { documentNumber: { value: number[1], from, ...numberSpan(body, number[1], span) } }),
    }
  }
  return {}
}

/** Where a header block's subject writes the number, without its leading zeros. */
function numberSpan(body: Body, digits: string, span: Span | undefined): { span?: Span } {
  if (!span) return {}
  const line = body.text.slice(span[0], span[1])
  const match = new RegExp(`-\\s{1,9}0{0,6}${digits}(?!\\d)`).exec(line)
  const end = span[0] + (match ? match.index + match[0].length : digits.length)
  return { span: [end - digits.length, end] }
}

/** A spread entry's subject names one of its cases. */
const mostNumbers = 50

function afterNumber(text: string, cases: readonly NoticeCase[]): string | undefined {
  for (const { docketNumber } of cases.slice(0, mostNumbers)) {
    const at = text.indexOf(`${docketNumber.value} - `)
    if (at >= 0) return text.slice(at + docketNumber.value.length + 3).trim()
  }
  const other = /(?<![\w-])\d{2}-\d{1,6} - /.exec(text)
  return other ? text.slice(other.index + other[0].length).trim() : undefined
}

/** What is not docketed yet carries the key of its submission at the end. */
function withoutKey(words: string): string {
  return words.replace(/\s{1,3}-\s{1,3}\d{4,12}$/, '').trim()
}
