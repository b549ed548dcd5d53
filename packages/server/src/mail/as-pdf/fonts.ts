import { fileURLToPath } from 'node:url'
import roboto from 'pdfmake/fonts/Roboto.js'

/** What most is printed in. */
export const mainFont = 'Roboto'

/** For what the main font lacks: one size of stroke, no shapes of the scripts that join letters, but all of the plane. */
export const otherFont = 'Unifont'

const unifont = fileURLToPath(import.meta.resolve('@fontsource/unifont/files/unifont-latin-400-normal.woff'))

/** The files by font and style, as pdfmake takes them. */
export const fontFiles = {
  ...roboto,
  [otherFont]: { normal: unifont, bold: unifont, italics: unifont, bolditalics: unifont },
}
