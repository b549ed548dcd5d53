import type { ChosenColors } from '@courtcrier/contract/theme/firm-colors.ts'
import { firmCss } from '@courtcrier/contract/theme/firm-css.ts'

let sheet: CSSStyleSheet | undefined
let applied = ''

/**
 * Applies the firm's colors to the page. Uses a constructed style sheet, because the content security policy allows no
 * style element created by a script.
 */
export function applyColors(chosen: ChosenColors): void {
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
