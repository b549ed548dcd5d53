import { createRequire } from 'node:module'
import path from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, type PDFDocumentLoadingTask, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Turn } from '../courts/titles/upright.ts'

const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** Opens a PDF whose pages can be read and drawn. The bytes are taken over. */
export function openToDraw(bytes: Uint8Array): PDFDocumentLoadingTask {
  return open(bytes, { useSystemFonts: false })
}

/**
 * The same for a PDF of which only the text is read, which takes half the time: fonts that the file lacks aren't loaded
 * and prepared for drawing.
 */
export function openToRead(bytes: Uint8Array): PDFDocumentLoadingTask {
  return open(bytes, { useSystemFonts: true })
}

function open(bytes: Uint8Array, fonts: { useSystemFonts: boolean }): PDFDocumentLoadingTask {
  return getDocument({
    ...fonts,
    data: bytes,
    verbosity: warnings,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    wasmUrl: `${folder}/wasm/`,
    cMapUrl: `${folder}/cmaps/`,
    iccUrl: `${folder}/iccs/`,
    // A Letter page at 700 dots per inch has 48 megapixels.
    maxImageSize: 48_000_000,
  })
}

/**
 * Runs work on a page. Throws if PDF.js left out a picture that is larger than allowed: what is drawn then isn't what the
 * page says.
 */
export async function withAllPictures<T>(work: () => Promise<T>): Promise<T> {
  const before = leftOut
  const result = await work()
  if (leftOut > before) throw new Error('The page shows a picture that is too large to draw.')
  return result
}

/** PDF.js says it in a warning and nowhere else. Its warnings are of no use to anyone, and nothing else in the thread warns. */
let leftOut = 0
const warnings = 1
console.warn = (text: unknown) => {
  if (/Image exceeded maximum allowed size/.test(String(text))) leftOut++
}

/** 200 dots per inch, as scans have; less for pages that are larger than paper. */
const pixelsPerPoint = 200 / 72
const mostPixels = 6_000_000

/** The size of a page in points, once a turn by which it is displayed is taken back. */
export function uprightSize(page: PDFPageProxy, turn: Turn): { width: number; height: number } {
  const { width, height } = page.getViewport({ scale: 1, rotation: page.rotate - turn })
  return { width, height }
}

export interface Strip {
  /** In points from the top of the page as it is read. */
  from: number
  to: number
  /** How far the page is displayed turned clockwise; it is turned back. */
  turn: Turn
}

/** Draws the part of a page between two heights. */
export async function drawStrip(
  page: PDFPageProxy,
  { from, to, turn }: Strip,
): Promise<{ image: Buffer; scale: number }> {
  const { width } = uprightSize(page, turn)
  const scale = Math.min(pixelsPerPoint, Math.sqrt(mostPixels / (width * (to - from))))
  const canvas = createCanvas(Math.ceil(width * scale), Math.ceil((to - from) * scale))
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const viewport = page.getViewport({ scale, rotation: page.rotate - turn, offsetY: -from * scale })
  await withAllPictures(() => page.render({ canvas: null, canvasContext: context as never, viewport }).promise)
  return { image: canvas.toBuffer('image/png'), scale }
}
