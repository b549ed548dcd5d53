import { parentPort } from 'node:worker_threads'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PSM } from 'tesseract.js'
import { findStamps } from '../courts/stamps/find-stamps.ts'
import type { Box } from '../courts/stamps/page-text.ts'
import { findTitle } from '../courts/titles/find-title.ts'
import { boxAsDisplayed, type Turn } from '../courts/titles/upright.ts'
import { openToDraw } from './open-pdf.ts'
import { readLayout } from './page-layout.ts'
import { uprightSize } from './page-picture.ts'
import { mostCovers } from './pdf-stamps.ts'
import { findTurn, type ReadWord, recognizeStrip } from './recognize.ts'
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
    const file = await loading.promise
    const last = Math.min(mostCovers + 1, file.numPages)
    let title: ScannedTitle | undefined
    let isBehindText = false
    for (let number = 1; number <= last; number++) {
      const page = await file.getPage(number)
      if (await isText(page)) {
        isBehindText = true
        continue
      }
      const { turn, stamps, certainty } = await readStamps(page)
      if (number === 1 && withTitle) title = await readTitle(page, turn)
      const found = isBehindText ? stamps.map((stamp) => ({ ...stamp, isBehindText })) : stamps
      if (found.length > 0) return { stamps: found, certainty, ...(title && { title }) }
    }
    return { stamps: [], certainty: 0, ...(title && { title }) }
  } finally {
    await loading.destroy()
  }
}

/** Whether the page says more in its text layer than the stamp that a court prints on a scan. */
async function isText(page: PDFPageProxy): Promise<boolean> {
  const reading = findTitle(await readLayout(page))
  return !('reason' in reading && reading.reason === 'no text')
}

/**
 * Where stamps are: lines at the head and foot, then clerk's marks at the top, which are scattered over the picture, and
 * lines that aren't read well as a block.
 */
const edges = [
  { from: 0, to: 0.085, manner: PSM.SINGLE_BLOCK },
  { from: 0.915, to: 1, manner: PSM.SINGLE_BLOCK },
]
const top = [{ from: 0, to: 0.25, manner: PSM.SPARSE_TEXT }]

/** Where titles are; it is read as pages are, in columns. */
const head = { from: 0, to: 0.82, manner: PSM.AUTO }

async function readTitle(page: PDFPageProxy, turn: Turn): Promise<ScannedTitle> {
  const upright = uprightSize(page, turn)
  const words = await readStrip(page, head, turn)
  const likely = words.filter(({ confidence }) => confidence >= leastConfidence)
  const reading = findTitle({ number: 1, ...upright, fragments: likely.map(({ fragment }) => fragment) })
  if (!('title' in reading)) return { ...reading, certainty: 0 }
  const { title } = reading
  const box = boxAsDisplayed(title.box, turn, upright)
  return { title: { ...title, box }, certainty: certaintyOf(title.box, words) }
}

/** Below it, what was read is dirt or a line that was drawn; inside of a title, it makes the title unsure. */
const leastConfidence = 25

interface TurnedStamps extends ScannedStamps {
  turn: Turn
}

/** Reads the stamps of a page as it is displayed, then, if it lies turned, as it is read. */
async function readStamps(page: PDFPageProxy): Promise<TurnedStamps> {
  const found = await readTurned(page, 0)
  if (found.stamps.length > 0) return found
  const turn = await findTurn(page)
  return turn === 0 ? found : readTurned(page, turn)
}

async function readTurned(page: PDFPageProxy, turn: Turn): Promise<TurnedStamps> {
  const upright = uprightSize(page, turn)
  for (const strips of [edges, top]) {
    const words: ReadWord[] = []
    for (const strip of strips) words.push(...(await readStrip(page, strip, turn)))
    const fragments = words.map(({ fragment }) => fragment)
    const stamps = findStamps({ number: page.pageNumber, ...upright, fragments })
    if (stamps.length === 0) continue
    // Which of several is the newest, a picture doesn't say.
    const certainty = Math.min(...stamps.map(({ box }) => certaintyOf(box, words)))
    const displayed = stamps.map((stamp) => ({ ...stamp, box: boxAsDisplayed(stamp.box, turn, upright) }))
    return { stamps: displayed, certainty, turn }
  }
  return { stamps: [], certainty: 0, turn }
}

/** That of the least certain word inside. */
function certaintyOf({ left, top, right, bottom }: Box, words: readonly ReadWord[]): number {
  const inside = words.filter(({ fragment: { x, y } }) => x >= left - 1 && x <= right && y >= top && y <= bottom + 1)
  return Math.round(Math.min(...inside.map(({ confidence }) => confidence)))
}

function readStrip(
  page: PDFPageProxy,
  { from, to, manner }: (typeof edges)[number],
  turn: Turn,
): Promise<readonly ReadWord[]> {
  const { height } = uprightSize(page, turn)
  return recognizeStrip(page, { from: from * height, to: to * height, turn }, manner)
}
