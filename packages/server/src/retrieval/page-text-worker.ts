import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { joinBrokenWords } from '@courtcrier/lib/broken-words.ts'
import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Page, PSM } from 'tesseract.js'
import { openReader } from './english-reader.ts'
import { drawStrip, openToDraw, openToRead, withAllPictures } from './page-picture.ts'

/** A task for the thread: the text layer of a file's first pages, or the text in the picture of one page. */
export type PageTextTask = { bytes: Uint8Array } & (
  | { kind: 'layer'; maxPages: number; maxLength: number; computeMs: number }
  | { kind: 'picture'; page: number; maxLength: number }
)

/** The text in a picture. */
export interface PictureText {
  text: string
  words: readonly PlacedWord[]
}

/** A word with its left, top, width and height in thousandths of the page. */
export type PlacedWord = readonly [text: string, left: number, top: number, width: number, height: number]

export type PageTextAnswer =
  /** `texts` are fewer than `pages` if a limit was reached. */
  | { pages: number; texts: string[] }
  /** Null if the page shows no picture, so that its text layer is all there is. */
  | { picture: PictureText | null }
  | { error: { name: string; message: string } }

// Linux gives each thread a priority of its own; elsewhere this would slow down the whole process. Not the lowest one:
// on a busy machine such a thread gets a hundredth of a core, and the process can't end before its threads have.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on('message', async (task: PageTextTask) => {
  parentPort?.postMessage(await answer(task))
})

async function answer(task: PageTextTask): Promise<PageTextAnswer> {
  const loading = task.kind === 'layer' ? openToRead(task.bytes) : openToDraw(task.bytes)
  try {
    const file = await loading.promise
    if (task.kind === 'picture') return { picture: await readPicture(await file.getPage(task.page), task) }
    const texts: string[] = []
    const began = process.threadCpuUsage()
    let left = task.maxLength
    while (texts.length < Math.min(file.numPages, task.maxPages) && left > 0 && !isOver(began, task)) {
      const text = (await readLayer(await file.getPage(texts.length + 1))).slice(0, left)
      texts.push(text)
      left -= text.length
    }
    return { pages: file.numPages, texts }
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    return { error: { name, message } }
  } finally {
    await loading.destroy()
  }
}

function isOver(began: NodeJS.CpuUsage, { computeMs }: { computeMs: number }): boolean {
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1000 > computeMs
}

/** More is no page that a person reads. */
const mostLength = 50_000

async function readLayer(page: PDFPageProxy): Promise<string> {
  const reader = page.streamTextContent().getReader()
  let text = ''
  while (text.length < mostLength) {
    const { value, done } = await reader.read()
    if (done) break
    for (const item of value.items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '')
  }
  if (text.length >= mostLength) await reader.cancel(new Error('The page has too much text.'))
  page.cleanup()
  return tidy(text, mostLength)
}

const pictures: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
])

async function readPicture(page: PDFPageProxy, { maxLength }: { maxLength: number }): Promise<PictureText | null> {
  const { fnArray } = await withAllPictures(() => page.getOperatorList())
  if (!fnArray.some((operator) => pictures.has(operator))) return null
  const { width, height } = page.getViewport({ scale: 1 })
  const { image, scale } = await drawStrip(page, { from: 0, to: height })
  const reader = await openReader()
  await reader.setParameters({ tessedit_pageseg_mode: PSM.AUTO })
  const { data } = await reader.recognize(image, {}, { blocks: true, text: true })
  const most = Math.min(maxLength, mostLength)
  const size = { width: width * scale, height: height * scale }
  return { text: tidy(data.text, most), words: placesOf(data, size).slice(0, mostWords) }
}

const mostWords = 10_000

function placesOf({ blocks }: Page, { width, height }: { width: number; height: number }): PlacedWord[] {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
  const share = (pixels: number, of: number) => Math.round((1000 * pixels) / of)
  return lines
    .flatMap(({ words }) => words)
    .map(({ text, bbox: { x0, y0, x1, y1 } }) => [
      tidy(text, mostLength),
      share(x0, width),
      share(y0, height),
      share(x1 - x0, width),
      share(y1 - y0, height),
    ])
}

/** Single spaces, the halves of broken words joined, and nothing that the database can't store: a PDF can have any character in its text. */
function tidy(text: string, most: number): string {
  return joinBrokenWords(text.slice(0, most))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
}
