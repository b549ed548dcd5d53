import { fontFiles, mainFont, otherFont } from './fonts.ts'
import { readGlyphs } from './glyphs.ts'

const mainGlyphs = readGlyphs(fontFiles[mainFont].normal)
const otherGlyphs = readGlyphs(fontFiles[otherFont].normal)

/**
 * Converts text to what the fonts can print. Characters without a glyph become an equivalent that has one (`ff` for a
 * ligature, a space for a narrow space), or else their code point in brackets, `[U+1F44D]`, so that nothing disappears
 * unnoticed. The same applies to right-to-left text, which would read differently if laid out from left to right.
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
/** Soft hyphens, joiners and variation selectors only affect neighboring characters and show nothing themselves. */
const withoutTrace = /[\u00ad\u200b-\u200d\u2060\ufeff]|[\ufe00-\ufe0f]/g

function printableCharacter(character: string): string {
  const equal = character.normalize('NFKC')
  const found =
    [character, equal].find((text) => every(text, isMain)) ?? [character, equal].find((text) => every(text, isAny))
  return found ?? `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`
}

function every(text: string, isThere: (character: string) => boolean): boolean {
  return [...text].every(isThere)
}

function isAny(character: string): boolean {
  return isMain(character) || isOther(character)
}

function isMain(character: string): boolean {
  return mainGlyphs.has(character.codePointAt(0) ?? 0)
}

function isOther(character: string): boolean {
  return (
    otherGlyphs.has(character.codePointAt(0) ?? 0) && /^[^\p{C}\p{Z}]$/u.test(character) && !rightToLeft.test(character)
  )
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** A part of a text in one font. */
export interface FontRun {
  text: string
  font: typeof mainFont | typeof otherFont
}

/** Splits printable text by the fonts that have its letters. Characters in both fonts stay with their neighbors. */
export function inFonts(text: string): FontRun[] {
  if (plain.test(text)) return [{ text, font: mainFont }]
  const runs: FontRun[] = []
  for (const character of text) {
    const font = character === '\n' || isMain(character) ? mainFont : otherFont
    const last = runs.at(-1)
    if (last?.font === font) last.text += character
    else runs.push({ text: character, font })
  }
  return runs.length > 0 ? runs : [{ text, font: mainFont }]
}
