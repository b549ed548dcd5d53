import { createCanvas } from '@napi-rs/canvas'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Turn } from '../courts/titles/upright.ts'
import { withAllPictures } from './open-pdf.ts'

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
