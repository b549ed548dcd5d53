import { createRequire } from 'node:module'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { createWorker, OEM, PSM, type Word, type Worker } from 'tesseract.js'
import { findStamps } from '../courts/stamps/find-stamps.ts'
import type { Box, Fragment } from '../courts/stamps/page-text.ts'
import type { ScannedStamps } from './scan-stamps.ts'

const require = createRequire(import.meta.url)

parentPort?.on('message', async ({ bytes }: { bytes: Uint8Array }) => {
  parentPort?.postMessage(await answer(bytes))
})

async function answer(bytes: Uint8Array): Promise<ScannedStamps | { error: string }> {
  try {
    return await readScan(bytes)
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

async function readScan(bytes: Uint8Array): Promise<ScannedStamps> {
  const pdfjs = path.dirname(require.resolve('pdfjs-dist/package.json'))
  const loading = getDocument({
    data: bytes,
    verbosity: 0,
    useSystemFonts: false,
    standardFontDataUrl: `${pdfjs}/standard_fonts/`,
    wasmUrl: `${pdfjs}/wasm/`,
    cMapUrl: `${pdfjs}/cmaps/`,
    iccUrl: `${pdfjs}/iccs/`,
    // A larger picture is not drawn: a Letter page at 700 dots per inch has 48 megapixels.
    maxImageSize: 48_000_000,
  })
  try {
    return await readFirstPage(await loading.promise)
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

async function readFirstPage(file: PDFDocumentProxy): Promise<ScannedStamps> {
  const page = await file.getPage(1)
  const { width, height } = page.getViewport({ scale: 1 })
  for (const strips of [edges, top]) {
    const words: ReadWord[] = []
    for (const strip of strips) words.push(...(await readStrip(page, strip)))
    const fragments = words.map(({ fragment }) => fragment)
    const stamp = findStamps({ number: 1, width, height, fragments }).at(-1)
    if (stamp) return { stamps: [stamp], certainty: certaintyOf(stamp.box, words) }
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

/** 200 dots per inch, as scans have; less for pages that are larger than paper. */
const pixelsPerPoint = 200 / 72
const mostPixels = 6_000_000

async function drawStrip(
  page: PDFPageProxy,
  { from, to }: { from: number; to: number },
): Promise<{ image: Buffer; scale: number }> {
  const { width } = page.getViewport({ scale: 1 })
  const scale = Math.min(pixelsPerPoint, Math.sqrt(mostPixels / (width * (to - from))))
  const canvas = createCanvas(Math.ceil(width * scale), Math.ceil((to - from) * scale))
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const viewport = page.getViewport({ scale, offsetY: -from * scale })
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise
  return { image: canvas.toBuffer('image/png'), scale }
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

let reader: Promise<Worker> | undefined

/** The language data is in a package, so nothing is downloaded. It stays loaded for the thread's life. */
function openReader(): Promise<Worker> {
  reader ??= openEnglish()
  return reader
}

async function openEnglish(): Promise<Worker> {
  const langPath = path.join(path.dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int')
  const opened = await createWorker('eng', OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', gzip: true })
  await opened.setParameters({ user_defined_dpi: '200', debug_file: '/dev/null' })
  return opened
}
