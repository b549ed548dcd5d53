import type { Found, NoticeDocument, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { NdaLabel, NdaLine } from '../../families/nda-layout.ts'
import type { Body } from '../../text/body.ts'
import { findWords } from '../../text/found.ts'

/** What the case tables say about the main document, and the title to use if the notice has none. */
export interface MainDocument {
  link?: NoticeLink
  title?: string
}

/**
 * Returns the documents of the entry, main document first. If the notice doesn't list them, the link in the case's
 * table is evidence that there is a document.
 */
export function readDocuments(body: Body, lines: readonly NdaLine[], main: MainDocument): NoticeDocument[] {
  const groups = groupDocuments(lines)
  if (groups.length === 0) {
    return main.link ? [{ index: 0, description: untitled(0, main), link: main.link }] : []
  }
  return groups.map((group, index) => ({
    index,
    ...readDocument(body, group),
    description: readDescription(body, group) ?? untitled(index, main),
    ...(index === 0 && main.link && { link: main.link }),
  }))
}

/** The words after "Document Description:"; the clerk's own forms often have none. */
export function readDescription(body: Body, lines: readonly NdaLine[]): Found<string> | undefined {
  return fieldOf(body, lines, 'description')
}

function groupDocuments(lines: readonly NdaLine[]): NdaLine[][] {
  const groups: NdaLine[][] = []
  let isOpen = false
  for (const line of lines) {
    if (line.label === 'description') groups.push([])
    // The list of people below a document's stamp repeats the notice's own.
    isOpen = line.label === 'description' || (isOpen && line.label !== 'told of document')
    if (isOpen) groups.at(-1)?.push(line)
  }
  return groups
}

function untitled(index: number, { title }: MainDocument): Found<string> {
  return { value: index === 0 ? (title ?? 'Main Document') : `Document ${index + 1}`, from: 'derived' }
}

function readDocument(body: Body, lines: readonly NdaLine[]): Pick<NoticeDocument, 'originalFileName' | 'stamp'> {
  const fileName = fieldOf(body, lines, 'filename')?.value
  const stamp = stampOf(fieldOf(body, lines, 'stamp')?.value ?? '')
  return { ...(fileName && isFileName(fileName) && { originalFileName: fileName }), ...(stamp && { stamp }) }
}

function fieldOf(body: Body, lines: readonly NdaLine[], label: NdaLabel): Found<string> | undefined {
  const first = lines.findIndex((line) => line.label === label)
  const start = lines[first]
  if (!start) return undefined
  const after = lines.slice(first + 1)
  const next = after.findIndex((line) => line.label !== undefined)
  const end = (next < 0 ? after : after.slice(0, next)).at(-1) ?? start
  const own = findWords(body, start.valueStart, start.end)
  // A stamp always spans several lines, other values only if plain text wraps them or a forward moved them.
  const isLonger = label === 'stamp' || body.kind === 'text' || !own
  return isLonger ? findWords(body, start.valueStart, Math.min(end.end, start.valueStart + longestField)) : own
}

const longestField = 4_000

/** Courts insert a placeholder if the filer gave no file or the court doesn't show its name. */
function isFileName(text: string): boolean {
  return !/^(?:n\/a|not available|suppressed|none)$/i.test(text)
}

/** `[STAMP acecfStamp_ID=… [Date=…] [FileNumber=…] [<hexadecimal>]]`: only the last group is the stamp itself. */
function stampOf(text: string): string | undefined {
  const stamp = /\[([0-9a-f ]{16,2000})\]/i.exec(text)?.[1]?.replaceAll(' ', '')
  return stamp === '' ? undefined : stamp
}
