import { createHash } from 'node:crypto'

/** One line of text on a page, placed in points from the lower left corner of a Letter page. */
export interface PlacedText {
  x: number
  y: number
  size: number
  font: keyof typeof fonts
  text: string
  /** Whether the text is blue, as courts' header stamps are. */
  isBlue?: boolean
}

export interface PdfInput {
  title: string
  /** Written as the creation date, so that bytes depend on nothing else. */
  at: Date
  pages: readonly (readonly PlacedText[])[]
}

const fonts = { roman: 'Times-Roman', bold: 'Times-Bold', sans: 'Helvetica' } as const
const fontNames = { roman: '/F1', bold: '/F2', sans: '/F3' } as const

/**
 * Writes a PDF 1.4 file with the standard fonts. No library is used, because the sandbox must produce hundreds per
 * second next to the server under test, and the same input must produce the same bytes.
 */
export function makePdf(input: PdfInput): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${input.pages.map((_, i) => `${pageObject(i)} 0 R`).join(' ')}] /Count ${input.pages.length} >>`,
    ...Object.values(fonts).map(
      (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
    ),
    `<< /Title (${escapeText(input.title)}) /Producer (CM/ECF sandbox) /CreationDate (${pdfDate(input.at)}) >>`,
    ...input.pages.flatMap((page, i) => [pageDictionary(i), contentStream(page)]),
  ]
  return assemble(objects)
}

/** Objects 1 to 6 are catalog, page tree, three fonts and information; pages and their contents alternate after them. */
const infoObject = 6
function pageObject(index: number): number {
  return infoObject + 1 + index * 2
}

function pageDictionary(index: number): string {
  const resources = '<< /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >>'
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources ${resources} /Contents ${pageObject(index) + 1} 0 R >>`
}

function contentStream(page: readonly PlacedText[]): string {
  const content = page.map(placed).join('\n')
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
}

function placed({ x, y, size, font, text, isBlue }: PlacedText): string {
  const color = isBlue ? '0 0 0.8 rg' : '0 g'
  return `BT ${color} ${fontNames[font]} ${size} Tf ${x} ${y} Td (${escapeText(text)}) Tj ET`
}

function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const id = createHash('sha256').update(file, 'latin1').digest('hex').slice(0, 32)
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Info ${infoObject} 0 R /ID [<${id}> <${id}>] >>`
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + end, 'latin1')
}

/** Escapes brackets and backslashes. Latin 1 is close enough to WinAnsi for names and the section sign. */
function escapeText(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/[^\x20-\xff]/g, '?')
    .replace(/[\\()]/g, '\\$&')
}

function pdfDate(at: Date): string {
  return `D:${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
}
