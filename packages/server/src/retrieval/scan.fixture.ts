import { createRequire } from 'node:module'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Named apart from the import: the package has no types for it. */
const workerModule: string = 'pdfjs-dist/legacy/build/pdf.worker.mjs'
const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** Returns a PDF with a picture of the first page in place of its text, as a scanner makes it at 200 dots per inch. */
export async function scanOf(bytes: Uint8Array): Promise<Uint8Array> {
  const restore = await bringOwnWorker()
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    wasmUrl: `${folder}/wasm/`,
  })
  const document = await loading.promise.finally(restore)
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

/**
 * PDF.js without a thread takes whichever worker code is loaded globally, and `unpdf`, which other tests of the same
 * process use, loads that of another version. Returns a function that puts it back.
 */
async function bringOwnWorker(): Promise<() => void> {
  const globals = globalThis as { pdfjsWorker?: unknown }
  const other = globals.pdfjsWorker
  globals.pdfjsWorker = await import(workerModule)
  return () => {
    globals.pdfjsWorker = other
  }
}
