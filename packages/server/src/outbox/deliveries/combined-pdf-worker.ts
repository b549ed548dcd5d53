import { parentPort } from 'node:worker_threads'
import {
  PDFDict,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  type PDFRef,
  StandardFonts,
} from '@cantoo/pdf-lib'

/** One document of the filing, in order. */
export interface CombinedPart {
  title: string
  /** Absent if the document is missing or must not be shown. */
  bytes?: Uint8Array
  /** Why there are no bytes. */
  sentence?: string
}

export interface CombineTask {
  heading: string
  parts: readonly CombinedPart[]
}

/** The thread's result: the combined PDF, and how many documents are in it. */
export interface CombineAnswer {
  bytes: Uint8Array
  documents: number
  pages: number
}

parentPort?.on('message', async (task: CombineTask) => {
  const answer = await combine(task)
  parentPort?.postMessage(answer, [answer.bytes.buffer as ArrayBuffer])
})

/** The pages of all parts in order, with a bookmark each; anything that couldn't be included is listed on a cover page. */
async function combine({ heading, parts }: CombineTask): Promise<CombineAnswer> {
  const whole = await PDFDocument.create()
  whole.setTitle(heading)
  whole.setProducer('Courtcrier')
  const marks: Mark[] = []
  const missing: Missing[] = []
  for (const part of parts) {
    const outcome = await addPart(whole, part)
    if ('sentence' in outcome) missing.push({ title: part.title, sentence: outcome.sentence })
    else marks.push({ title: part.title, page: outcome.page })
  }
  if (missing.length > 0) await addCover(whole, { heading, missing })
  addBookmarks(whole, marks)
  const bytes = await whole.save()
  return { bytes, documents: marks.length, pages: whole.getPageCount() }
}

interface Mark {
  title: string
  page: PDFPage
}

interface Missing {
  title: string
  sentence: string
}

async function addPart(whole: PDFDocument, part: CombinedPart): Promise<{ page: PDFPage } | { sentence: string }> {
  if (!part.bytes) return { sentence: part.sentence ?? "It wasn't retrieved from the court." }
  try {
    const file = await PDFDocument.load(part.bytes, { updateMetadata: false })
    const pages = await whole.copyPages(file, file.getPageIndices())
    const [page] = pages
    if (!page) return { sentence: 'It has no pages.' }
    for (const each of pages) {
      // Actions that run when a page is opened aren't part of the record.
      each.node.delete(PDFName.of('AA'))
      whole.addPage(each)
    }
    return { page }
  } catch (error) {
    const isLocked = error instanceof Error && /encrypted/i.test(error.message)
    return {
      sentence: isLocked ? "It is protected, so its pages can't be copied." : 'It is damaged and cannot be read.',
    }
  }
}

const letter = { width: 612, height: 792, margin: 64, leading: 16 }

async function addCover(
  whole: PDFDocument,
  { heading, missing }: { heading: string; missing: readonly Missing[] },
): Promise<void> {
  const plain = await whole.embedFont(StandardFonts.Helvetica)
  const bold = await whole.embedFont(StandardFonts.HelveticaBold)
  const lines = [
    ...splitLines(heading, 78).map((text) => ({ text, font: bold })),
    { text: '', font: plain },
    { text: 'These documents of the filing are not in this file:', font: plain },
    ...missing.flatMap(({ title, sentence }) => [
      { text: '', font: plain },
      ...splitLines(title, 78).map((text) => ({ text, font: bold })),
      ...splitLines(sentence, 84).map((text) => ({ text, font: plain })),
    ]),
  ]
  const perPage = Math.floor((letter.height - 2 * letter.margin) / letter.leading)
  for (let from = 0, at = 0; from < lines.length; from += perPage, at++) {
    drawLines(whole.insertPage(at, [letter.width, letter.height]), lines.slice(from, from + perPage))
  }
}

function drawLines(page: PDFPage, lines: readonly { text: string; font: PDFFont }[]): void {
  for (const [index, { text, font }] of lines.entries()) {
    const y = letter.height - letter.margin - index * letter.leading
    page.drawText(writable(text), { x: letter.margin, y, size: 11, font })
  }
}

/**
 * The fonts built into every reader only have Western characters; a title in other scripts at least shows its length.
 */
function writable(text: string): string {
  return text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[^\x20-\x7e\xa0-\xff]/g, '?')
}

/** A flat outline (ISO 32000-1, 12.3.3): one entry per document, which leads to its first page. */
function addBookmarks(whole: PDFDocument, marks: readonly Mark[]): void {
  if (marks.length === 0) return
  const { context } = whole
  const outline = context.nextRef()
  const refs = marks.map(() => context.nextRef())
  for (const [index, mark] of marks.entries()) {
    const entry = PDFDict.withContext(context)
    entry.set(PDFName.of('Title'), PDFHexString.fromText(mark.title))
    entry.set(PDFName.of('Parent'), outline)
    entry.set(PDFName.of('Dest'), context.obj([mark.page.ref, PDFName.of('Fit')]))
    link(entry, 'Prev', refs[index - 1])
    link(entry, 'Next', refs[index + 1])
    context.assign(refs[index] as PDFRef, entry)
  }
  const root = PDFDict.withContext(context)
  root.set(PDFName.of('Type'), PDFName.of('Outlines'))
  root.set(PDFName.of('Count'), PDFNumber.of(marks.length))
  link(root, 'First', refs[0])
  link(root, 'Last', refs.at(-1))
  context.assign(outline, root)
  whole.catalog.set(PDFName.of('Outlines'), outline)
  whole.catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'))
}

function link(entry: PDFDict, name: string, ref: PDFRef | undefined): void {
  if (ref) entry.set(PDFName.of(name), ref)
}

/** Breaks a text into lines of at most `most` characters, at spaces where possible. */
function splitLines(text: string, most: number): string[] {
  const lines: string[] = []
  let rest = text.replace(/\s+/g, ' ').trim()
  while (rest.length > most) {
    const gap = rest.lastIndexOf(' ', most)
    const end = gap > 0 ? gap : most
    lines.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? lines : [...lines, rest]
}
