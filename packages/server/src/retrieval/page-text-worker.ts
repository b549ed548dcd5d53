import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { joinBrokenWords } from '@courtcrier/lib/broken-words.ts'
import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Page, PSM } from 'tesseract.js'
import { boxAsDisplayed, type Turn } from '../courts/titles/upright.ts'
import { openReader } from './english-reader.ts'
import { openToDraw, openToRead, withAllPictures } from './open-pdf.ts'
import { drawStrip, uprightSize } from './page-picture.ts'
import { findTurn, isLegible, linesOf } from './recognize.ts'

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
  const shown = await recognize(page, 0)
  const turn = isLegible(linesOf(shown.data).flatMap(({ words }) => words)) ? 0 : await findTurn(page)
  const { data, scale } = turn === 0 ? shown : await recognize(page, turn)
  const most = Math.min(maxLength, mostLength)
  return { text: tidy(data.text, most), words: placesOf(data, { page, turn, scale }).slice(0, mostWords) }
}

async function recognize(page: PDFPageProxy, turn: Turn): Promise<{ data: Page; scale: number }> {
  const { height } = uprightSize(page, turn)
  const { image, scale } = await drawStrip(page, { from: 0, to: height, turn })
  const reader = await openReader()
  await reader.setParameters({ tessedit_pageseg_mode: PSM.AUTO })
  const { data } = await reader.recognize(image, {}, { blocks: true, text: true })
  return { data, scale }
}

const mostWords = 10_000

interface Reading {
  page: PDFPageProxy
  turn: Turn
  scale: number
}

/** The words' places on the page as it is displayed. */
function placesOf(data: Page, { page, turn, scale }: Reading): PlacedWord[] {
  const { width, height } = page.getViewport({ scale: 1 })
  const upright = uprightSize(page, turn)
  const share = (points: number, of: number) => Math.round((1000 * points) / of)
  return linesOf(data)
    .flatMap(({ words }) => words)
    .map(({ text, bbox: { x0, y0, x1, y1 } }) => {
      const read = { left: x0 / scale, top: y0 / scale, right: x1 / scale, bottom: y1 / scale }
      const { left, top, right, bottom } = boxAsDisplayed(read, turn, upright)
      return [
        tidy(text, mostLength),
        share(left, width),
        share(top, height),
        share(right - left, width),
        share(bottom - top, height),
      ]
    })
}

/** Single spaces, the halves of broken words joined, and nothing that the database can't store: a PDF can have any character in its text. */
function tidy(text: string, most: number): string {
  return joinBrokenWords(text.slice(0, most))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
}
