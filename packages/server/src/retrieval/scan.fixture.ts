import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { openToDraw } from './open-pdf.ts'

/** Returns a PDF with a picture of the first page in place of its text, as a scanner makes it at 200 dots per inch. */
export async function scanOf(bytes: Uint8Array): Promise<Uint8Array> {
  const loading = openToDraw(new Uint8Array(bytes))
  const document = await loading.promise
  const page = await document.getPage(1)
  const viewport = page.getViewport({ scale: 200 / 72 })
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  await page.render({ canvas: null, canvasContext: canvas.getContext('2d') as never, viewport }).promise
  await loading.destroy()
  const file = await PDFDocument.create()
  const image = await file.embedPng(canvas.toBuffer('image/png'))
  file.addPage([612, 792]).drawImage(image, { x: 0, y: 0, width: 612, height: 792 })
  return file.save()
}
