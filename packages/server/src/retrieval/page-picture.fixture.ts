import { createCanvas } from '@napi-rs/canvas'
import type { Box } from '../courts/stamps/page-text.ts'
import { openToDraw } from './open-pdf.ts'

const scale = 1.1

/** Draws the upper part of a PDF's first page, `shown` of its height, as a PNG, with a frame around a box on it. */
export async function pageWithBox(
  bytes: Uint8Array,
  { left, top, right, bottom }: Box,
  shown: number,
): Promise<Uint8Array> {
  const loading = openToDraw(new Uint8Array(bytes))
  const page = await (await loading.promise).getPage(1)
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height * shown))
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise
  await loading.destroy()
  context.strokeStyle = '#d6336c'
  context.lineWidth = 2
  const margin = 4
  context.strokeRect(
    left * scale - margin,
    top * scale - margin,
    (right - left) * scale + 2 * margin,
    (bottom - top) * scale + 2 * margin,
  )
  return canvas.toBuffer('image/png')
}
