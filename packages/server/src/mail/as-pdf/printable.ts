import { readGlyphs } from './glyphs.ts'

const glyphs = readGlyphs()

/**
 * The text as the fonts can print it. What has no glyph becomes an equal that has one (`ﬀ` for ligatures, a space for
 * the narrow one), or else its number in brackets, `[U+4E2D U+6587]`, so that nothing is gone unseen.
 */
export function printable(text: string): string {
  if (plain.test(text)) return text
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replace(withoutTrace, '')
    .replace(/[^\n\x20-\x7e]/gu, printableCharacter)
    .replaceAll('][U+', ' U+')
}

const plain = /^[\n\x20-\x7e\xa0-\xac\xae-\xff]*$/
/** Soft hyphens, joiners and variation selectors say how others look, and show nothing themselves. */
const withoutTrace = /[\u00ad\u200b-\u200d\u2060\ufeff]|[\ufe00-\ufe0f]/g

function printableCharacter(character: string): string {
  if (hasGlyphs(character)) return character
  const equal = character.normalize('NFKC')
  if (hasGlyphs(equal)) return equal
  return `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`
}

function hasGlyphs(text: string): boolean {
  return [...text].every((character) => glyphs.has(character.codePointAt(0) ?? 0))
}
