import { parentPort } from 'node:worker_threads'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PSM, type Word } from 'tesseract.js'
import { findStamps } from '../courts/stamps/find-stamps.ts'
import type { Box, Fragment } from '../courts/stamps/page-text.ts'
import { findTitle } from '../courts/titles/find-title.ts'
import { openReader } from './english-reader.ts'
import { drawStrip, openToDraw } from './page-picture.ts'
import type { ScannedPage, ScannedStamps, ScannedTitle } from './scan-stamps.ts'

interface ScanTask {
  bytes: Uint8Array
  withTitle: boolean
}

parentPort?.on('message', async (task: ScanTask) => {
  parentPort?.postMessage(await answer(task))
})

async function answer(task: ScanTask): Promise<ScannedPage | { error: string }> {
  try {
    return await readScan(task)
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

async function readScan({ bytes, withTitle }: ScanTask): Promise<ScannedPage> {
  const loading = openToDraw(bytes)
  try {
    const page = await (await loading.promise).getPage(1)
    return { ...(await readStamps(page)), ...(withTitle && { title: await readTitle(page) }) }
  } finally {
    await loading.destroy()
  }
}

/** Where stamps are: lines at the head and foot, then clerk's marks at the top, which are scattered over the picture. */
const edges = [
  { from: 0, to: 0.085, manner: PSM.SINGLE_BLOCK },
  { from: 0.915, to: 1, manner: PSM.SINGLE_BLOCK },
]
const top = [{ from: 0, to: 0.25, manner: PSM.SPARSE_TEXT }]

/** Where titles are; it is read as pages are, in columns. */
const head = { from: 0, to: 0.82, manner: PSM.AUTO }

async function readTitle(page: PDFPageProxy): Promise<ScannedTitle> {
  const { width, height } = page.getViewport({ scale: 1 })
  const words = await readStrip(page, head)
  const likely = words.filter(({ confidence }) => confidence >= leastConfidence)
  const reading = findTitle({ number: 1, width, height, fragments: likely.map(({ fragment }) => fragment) })
  return 'title' in reading
    ? { ...reading, certainty: certaintyOf(reading.title.box, words) }
    : { ...reading, certainty: 0 }
}

/** Below it, what was read is dirt or a line that was drawn; inside of a title, it makes the title unsure. */
const leastConfidence = 25

async function readStamps(page: PDFPageProxy): Promise<ScannedStamps> {
  const { width, height } = page.getViewport({ scale: 1 })
  for (const strips of [edges, top]) {
    const words: ReadWord[] = []
    for (const strip of strips) words.push(...(await readStrip(page, strip)))
    const fragments = words.map(({ fragment }) => fragment)
    const stamps = findStamps({ number: 1, width, height, fragments })
    // Which of several is the newest, a picture doesn't say.
    if (stamps.length > 0) return { stamps, certainty: Math.min(...stamps.map(({ box }) => certaintyOf(box, words))) }
  }
  return { stamps: [], certainty: 0 }
}

interface ReadWord {
  fragment: Fragment
  confidence: number
}

/** That of the least certain word inside. */
function certaintyOf({ left, top, right, bottom }: Box, words: readonly ReadWord[]): number {
  const inside = words.filter(({ fragment: { x, y } }) => x >= left - 1 && x <= right && y >= top && y <= bottom + 1)
  return Math.round(Math.min(...inside.map(({ confidence }) => confidence)))
}

async function readStrip(page: PDFPageProxy, { from, to, manner }: (typeof edges)[number]): Promise<ReadWord[]> {
  const { height } = page.getViewport({ scale: 1 })
  const { image, scale } = await drawStrip(page, { from: from * height, to: to * height })
  const reader = await openReader()
  await reader.setParameters({ tessedit_pageseg_mode: manner })
  const { data } = await reader.recognize(image, {}, { blocks: true, text: false })
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
  return lines.flatMap((line) =>
    line.words.map((word) => toFragment(word, { scale, top: from * height, baseline: line.bbox.y1 })),
  )
}

function toFragment(
  { text, confidence, bbox }: Word,
  { scale, top, baseline }: { scale: number; top: number; baseline: number },
): ReadWord {
  const fragment: Fragment = {
    text,
    x: bbox.x0 / scale,
    y: top + baseline / scale,
    length: (bbox.x1 - bbox.x0) / scale,
    size: Math.max(4, ((bbox.y1 - bbox.y0) / scale) * 1.35),
    turn: 0,
  }
  return { fragment, confidence }
}
