import { parentPort } from 'node:worker_threads'
import { inLooks } from '@courtcrier/lib/in-looks.ts'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PageText } from '../courts/stamps/page-text.ts'
import { openToRead } from './open-pdf.ts'
import { readLayout } from './page-layout.ts'
import { type FirstPages, readFirstPages } from './pdf-stamps.ts'

/** A task for the thread: open a file and read the text of up to this many pages. */
export interface PdfTask {
  bytes: Uint8Array
  maxPages: number
  /** Text beyond this many characters is left out. */
  maxLength: number
  /** Whether the stamps and the title on its first pages are read. */
  withFirstPages: boolean
  /** Whether the first page's text is returned with its places. */
  withLayout?: boolean
}

export type PdfAnswer =
  | { pages: number; text: string; readPages: number; first?: FirstPages; layout?: PageText }
  | { error: { name: string; message: string } }

parentPort?.on('message', async (task: PdfTask) => {
  parentPort?.postMessage(await answer(task))
})

async function answer(task: PdfTask): Promise<PdfAnswer> {
  try {
    return await read(task)
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    return { error: { name, message } }
  }
}

async function read({ bytes, maxPages, maxLength, withFirstPages, withLayout }: PdfTask): Promise<PdfAnswer> {
  const loading = openToRead(bytes)
  try {
    const file = await loading.promise
    const texts: string[] = []
    let length = 0
    let page = 0
    while (page < Math.min(maxPages, file.numPages) && length < maxLength) {
      page++
      const text = await pageText(await file.getPage(page))
      texts.push(text)
      length += text.length + 1
    }
    const first = withFirstPages ? await firstPagesInTime(file) : undefined
    const layout = withLayout ? shortened(await readLayout(await file.getPage(1))) : undefined
    const text = texts.join('\n').slice(0, maxLength)
    return { pages: file.numPages, text, readPages: page, ...(first && { first }), ...(layout && { layout }) }
  } finally {
    await loading.destroy()
  }
}

/** More than any first page has. */
const mostOfLayout = 5000

function shortened(page: PageText): PageText {
  const fragments = page.fragments.slice(0, mostOfLayout)
  return { ...page, fragments: fragments.map((each) => ({ ...each, text: each.text.slice(0, 1000) })) }
}

/**
 * Four seconds. A file whose text takes longer, or is damaged, can still be opened, so it counts as one without stamp and
 * title.
 */
const forFirstPages = { count: 8, everyMs: 500 }

function firstPagesInTime(file: PDFDocumentProxy): Promise<FirstPages | undefined> {
  return inLooks(
    readFirstPages(file).catch(() => undefined),
    forFirstPages,
  )
}

async function pageText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent()
  return items
    .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : ' ') : ''))
    .join('')
    .replace(/[ \t]+/g, ' ')
    .trim()
}
