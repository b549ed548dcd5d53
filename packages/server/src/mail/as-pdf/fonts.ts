import { fileURLToPath } from 'node:url'
import roboto from 'pdfmake/fonts/Roboto.js'

/** Used for most text. */
export const mainFont = 'Roboto'

/**
 * Used where the main font has no glyph. It has a single weight and doesn't shape joined scripts, but covers the whole
 * basic plane.
 */
export const otherFont = 'Unifont'

const unifont = fileURLToPath(import.meta.resolve('@fontsource/unifont/files/unifont-latin-400-normal.woff'))

/** Font files by font and style, in pdfmake's format. */
export const fontFiles = {
  ...roboto,
  [otherFont]: { normal: unifont, bold: unifont, italics: unifont, bolditalics: unifont },
}
