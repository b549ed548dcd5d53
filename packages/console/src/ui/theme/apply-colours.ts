import type { ChosenColours } from '@courtcrier/contract/theme/firm-colours.ts'
import { firmCss } from '@courtcrier/contract/theme/firm-css.ts'

let sheet: CSSStyleSheet | undefined
let applied = ''

/**
 * Gives the page the firm's colours. A constructed style sheet, because the content security policy allows no style
 * element that a script writes.
 */
export function applyColours(chosen: ChosenColours): void {
  if (typeof document === 'undefined') return
  const css = firmCss(chosen)
  if (css === applied) return
  applied = css
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(css)
}
