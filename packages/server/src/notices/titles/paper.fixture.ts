import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'

const line = 'the plaintiff moves this court for an order as set out below'

/** A paper with this title below its caption, another line below that if given, and a second page. */
export async function paper(title: string, { alsoBelow = '' } = {}): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  const font = await file.embedFont(StandardFonts.TimesRoman)
  const page = file.addPage([612, 792])
  const at = (x: number, y: number, text: string) => page.drawText(text, { x, y, size: 12, font })
  const centered = (y: number, text: string) => at(306 - font.widthOfTextAtSize(text, 12) / 2, y, text)
  centered(722, 'UNITED STATES DISTRICT COURT')
  centered(708, 'NORTHERN DISTRICT OF CALIFORNIA')
  const sides = ['ADA CALDER,', '        Plaintiff,', '    v.', 'NORTHGATE LLC,', '        Defendant.']
  for (const [index, text] of sides.entries()) {
    at(72 + (text.length - text.trimStart().length) * 6, 660 - index * 14, text.trim())
    at(306, 660 - index * 14, ')')
  }
  at(330, 646, 'Civil Action No. 3:24-cv-05000')
  centered(560, title.toUpperCase())
  if (alsoBelow) centered(532, alsoBelow)
  for (const index of [0, 1, 2]) at(72, 490 - index * 18, line)
  file.addPage([612, 792]).drawText('the second page stays here', { x: 72, y: 700, size: 12, font })
  return file.save({ useObjectStreams: false })
}
