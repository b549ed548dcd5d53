/** Returns a text's width in pixels. */
export type Measure = (text: string) => number

const measures = new Map<string, Measure>()

/** Texts remembered per font; a page of a table has several hundred. */
const mostRemembered = 20_000

/** Returns the measure of a font, as in CSS: it never asks the page to lay anything out. */
export function measureIn(font: string): Measure {
  const known = measures.get(font)
  if (known) return known
  const context = document.createElement('canvas').getContext('2d')
  const widths = new Map<string, number>()
  const measure: Measure = (text) => {
    const width = widths.get(text)
    if (width !== undefined) return width
    if (!context) return text.length * usualCharacter
    context.font = font
    const measured = context.measureText(text).width
    if (widths.size >= mostRemembered) widths.clear()
    widths.set(text, measured)
    return measured
  }
  measures.set(font, measure)
  return measure
}

/** Width of a character where nothing can be measured. */
const usualCharacter = 7

/** Forgets what was measured: a font that loads later has other widths. */
export function forgetMeasures(): void {
  measures.clear()
}
