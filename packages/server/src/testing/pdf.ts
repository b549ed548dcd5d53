import { PDFDocument } from '@cantoo/pdf-lib'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openToRead } from '../retrieval/open-pdf.ts'

/** Returns a one-page PDF with these lines. */
export function textPdf(lines: readonly string[]): Promise<Buffer> {
  return pagesPdf([lines])
}

/** Returns a PDF whose pages have these lines. */
export async function pagesPdf(pages: readonly (readonly string[])[]): Promise<Buffer> {
  const file = await PDFDocument.create()
  for (const lines of pages) {
    const page = file.addPage([612, 792])
    for (const [at, line] of lines.entries()) page.drawText(line, { x: 40, y: 760 - at * 20, size: 10 })
  }
  return Buffer.from(await file.save())
}

export async function countPages(bytes: Uint8Array): Promise<number> {
  return (await PDFDocument.load(bytes)).getPageCount()
}

/** The first and the last page of a PDF with so many that reading all of them takes seconds. */
interface PdfEnds {
  pages: number
  /** Their texts, with single spaces. */
  first: string
  last: string
}

export async function readEnds(bytes: Uint8Array): Promise<PdfEnds> {
  return withPdf(bytes, async (file) => ({
    pages: file.numPages,
    first: await textOf(file, 1),
    last: await textOf(file, file.numPages),
  }))
}

/** Returns the text of each page, with single spaces. */
export async function textOfPages(bytes: Uint8Array): Promise<string[]> {
  return withPdf(bytes, async (file) => {
    const texts: string[] = []
    for (let page = 1; page <= file.numPages; page++) texts.push(await textOf(file, page))
    return texts
  })
}

async function withPdf<T>(bytes: Uint8Array, read: (file: PDFDocumentProxy) => Promise<T>): Promise<T> {
  // A copy, because the reader transfers the bytes.
  const loading = openToRead(new Uint8Array(bytes))
  try {
    return await read(await loading.promise)
  } finally {
    await loading.destroy()
  }
}

async function textOf(file: PDFDocumentProxy, page: number): Promise<string> {
  const { items } = await (await file.getPage(page)).getTextContent()
  const parts = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : ''))
  return parts.join('').replace(/\s+/g, ' ')
}
