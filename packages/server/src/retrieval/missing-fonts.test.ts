import fs from 'node:fs'
import type { PDFDocumentLoadingTask } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterEach, expect, test, vi } from 'vitest'
import { makePdf } from './local-court.fixture.ts'
import { openToDraw, openToRead } from './open-pdf.ts'

afterEach(() => vi.restoreAllMocks())

/** Returns the text of a page in a standard font, which no file includes, and the files of fonts that are loaded for it. */
async function read(open: (bytes: Uint8Array) => PDFDocumentLoadingTask) {
  const readFile = vi.spyOn(fs.promises, 'readFile')
  const loading = open(await makePdf(1))
  const { items } = await (await (await loading.promise).getPage(1)).getTextContent()
  await loading.destroy()
  const fonts = readFile.mock.calls.map(([file]) => String(file)).filter((file) => file.includes('standard_fonts'))
  return { text: items.map((item) => ('str' in item ? item.str : '')).join(''), fonts: fonts.length }
}

test('a font that a file lacks is loaded to draw its text', async () => {
  expect(await read(openToDraw)).toEqual({ text: 'Order, page 1 of 1', fonts: 1 })
})

test('it is not loaded to read its text', async () => {
  expect(await read(openToRead)).toEqual({ text: 'Order, page 1 of 1', fonts: 0 })
})
