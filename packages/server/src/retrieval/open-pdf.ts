import { createRequire } from 'node:module'
import path from 'node:path'
import { getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist/legacy/build/pdf.mjs'

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

const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

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

/** PDF.js says it in a warning and nowhere else. Its other warnings are of no use to anyone. */
let leftOut = 0
const warnings = 1
const { warn } = console
console.warn = (...said: unknown[]) => {
  const text = String(said[0])
  if (text.startsWith('Warning: Image exceeded maximum allowed size')) leftOut++
  else if (!text.startsWith('Warning: ')) warn(...said)
}
