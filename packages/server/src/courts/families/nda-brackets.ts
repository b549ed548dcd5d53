import type { Found } from '@courtcrier/contract/notice.ts'
import type { Body } from '../text/body.ts'

/** What the brackets of an appellate docket text refer to. */
export interface NdaBrackets {
  /** Docket entries: `[20]`. Longer numbers (`[3355063]`) are the court's document keys. */
  crossReferences: readonly Found<string>[]
  /** The cases named by a list at the end of the text: `[21-1975, 21-2000]`. */
  caseNumbers: readonly Found<string>[]
}

/** Reads the bracketed numbers of a docket text. */
export function readNdaBrackets(body: Body, docketText: Found<string> | undefined): NdaBrackets {
  if (!docketText?.span) return { crossReferences: [], caseNumbers: [] }
  const [start, end] = docketText.span
  const text = body.text.slice(start, end)
  return { crossReferences: readReferences(text, start), caseNumbers: readCaseList(text, start) }
}

/** A list of numbers in one pair of brackets; document keys have seven or more digits. */
const referencePattern = /\[\s{0,3}\d{1,4}(?:\s{0,3},\s{0,3}\d{1,4}){0,30}\s{0,3}\]/g
const mostReferences = 500

function readReferences(text: string, offset: number): readonly Found<string>[] {
  const found = new Map<string, Found<string>>()
  for (const group of text.matchAll(referencePattern)) {
    for (const number of group[0].matchAll(/\d{1,4}/g)) {
      // A bracketed year is part of a citation.
      if (found.size >= mostReferences || /^(?:19|20)\d\d$/.test(number[0]) || found.has(number[0])) continue
      const at = offset + group.index + number.index
      found.set(number[0], { value: number[0], span: [at, at + number[0].length], from: 'body' })
    }
  }
  return [...found.values()]
}

const caseList =
  /\[\s{0,3}\d{2,4}-\d{1,6}(?:-[a-z]{1,4})?(?:\s{0,3}[,;]\s{0,3}\d{2,4}-\d{1,6}(?:-[a-z]{1,4})?){0,1999}\s{0,3}\]/gi
/** What may follow the list: other brackets, the filer in parentheses, a clerk's initials. */
const trailer = /^(?:[\s.;-]|\[[^\]]{0,200}\]|\([^)]{0,200}\)|\b[A-Z]{2,4}\b){0,40}$/
const longestTail = 40_000

function readCaseList(text: string, offset: number): readonly Found<string>[] {
  const tailStart = Math.max(0, text.length - longestTail)
  const tail = text.slice(tailStart)
  const lists = [...tail.matchAll(caseList)].slice(-mostLists)
  const closing = lists.filter((list) =>
    trailer.test(tail.slice(list.index + list[0].length, list.index + longestTail)),
  )
  return closing.flatMap((list) =>
    Array.from(list[0].matchAll(/\d{2,4}-\d{1,6}(?:-[a-z]{1,4})?/gi), (number): Found<string> => {
      const at = offset + tailStart + list.index + number.index
      return { value: number[0], span: [at, at + number[0].length], from: 'body' }
    }),
  )
}

const mostLists = 10
