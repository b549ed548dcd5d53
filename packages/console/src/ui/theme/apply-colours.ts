import { firmColours, type Scheme } from './firm-colours.ts'

let sheet: CSSStyleSheet | undefined

/**
 * Gives the page the firm's accent, for light and dark at once. A constructed style sheet, because the content
 * security policy allows no style element that a script writes.
 */
export function applyColours(primary: unknown, isAccessible: boolean): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  const rule = (scheme: Scheme) =>
    `:root[data-mantine-color-scheme="${scheme}"]{${declarations(primary, { scheme, isAccessible })}}`
  sheet.replaceSync(rule('light') + rule('dark'))
}

function declarations(primary: unknown, look: { scheme: Scheme; isAccessible: boolean }): string {
  const { accent, fill, fillHover, ink, soft, shades } = firmColours(primary, look)
  const own = { brand: accent, 'brand-fill': fill, 'brand-fill-hover': fillHover, 'brand-ink': ink, 'brand-soft': soft }
  const mantine = Object.fromEntries(shades.map((shade, index) => [`mantine-color-firm-${index}`, shade]))
  return Object.entries({ ...own, ...mantine })
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}
