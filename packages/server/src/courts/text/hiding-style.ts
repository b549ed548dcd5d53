const mostDeclarations = 100

/** Returns the declarations of a style, in lower case; the last of each counts. */
export function declarationsOf(style: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>()
  for (const declaration of withoutEscapes(withoutComments(style))
    .toLowerCase()
    .split(';')
    .slice(0, mostDeclarations)) {
    const colon = declaration.indexOf(':')
    const value = declaration.slice(colon + 1).replace(/!\s{0,20}important/, '')
    const name = declaration.slice(0, colon).trim()
    if (colon > 0) declarations.set(name, value.trim())
    const size = name === 'font' ? sizeInFont.exec(value)?.[1] : undefined
    if (size !== undefined) declarations.set('font-size', size)
  }
  return declarations
}

/** Of `font: 0/0 a`, and not the weight of `font: 700 12px a`. */
const sizeInFont = /(?:^|\s)(0|\d{0,4}\.?\d{1,4}(?:px|pt|r?em|%))(?=[\s/]|$)/

/** Characters may be written by their numbers, with a space behind them (CSS Syntax, 4.3.7). */
function withoutEscapes(style: string): string {
  if (!style.includes('\\')) return style
  return style.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_escape, hex: string | undefined, letter = '') => {
    const code = Number.parseInt(hex ?? '', 16)
    return hex === undefined ? letter : code > 0x10ffff ? ' ' : String.fromCodePoint(code)
  })
}

/** Returns a style or a sheet without its comments. */
export function withoutComments(style: string): string {
  const [first = '', ...others] = style.split('/*')
  return [first, ...others.map((part) => part.slice(part.indexOf('*/') + 2))].join('')
}

/** Returns whether a style hides what it applies to, whatever the size of its letters. */
export function isHiding(style: ReadonlyMap<string, string>): boolean {
  const value = (name: string) => style.get(name) ?? ''
  const number = (name: string) => Number.parseFloat(value(name))
  return (
    hidingValues.some(([name, pattern]) => pattern.test(value(name))) ||
    ['color', '-webkit-text-fill-color'].some((name) => isTransparent(value(name))) ||
    (value('opacity').endsWith('%') ? number('opacity') <= 10 : number('opacity') <= 0.1) ||
    ['text-indent', ...edges].some((name) => number(name) * pixelsOf(value(name)) <= farAway) ||
    (clips(value('overflow'), value('overflow-x'), value('overflow-y')) && sizes.some((name) => isEmpty(value(name))))
  )
}

const hidingValues: readonly (readonly [string, RegExp])[] = [
  ['display', /^none$/],
  ['visibility', /^(?:hidden|collapse)$/],
  ['content-visibility', /^hidden$/],
  ['mso-hide', /^all$/],
  ['zoom', /^0(?:\.0{1,9})?%?$/],
  ['filter', /\bopacity\(\s{0,9}0(?:\.0{1,9})?%?\s{0,9}\)/],
  ['transform', /\bscale(?:x|y)?\(\s{0,9}0(?:\.0{1,9})?\s{0,9}[,)]/],
  ['clip', /^rect\((?:[\s,]{0,9}[01](?:px)?){4}\s{0,9}\)$/],
  ['clip-path', /^(?:inset\(\s{0,9}(?:[5-9]\d|100)%|circle\(\s{0,9}0)/],
]

const edges = ['left', 'right', 'top', 'bottom', 'margin-left', 'margin-top']
const sizes = ['height', 'max-height', 'width', 'max-width']

function isEmpty(length: string): boolean {
  const value = Number.parseFloat(length)
  return value === 0 || (value <= 1 && /\d(?:px|pt)?$/.test(length))
}

function clips(...overflows: readonly string[]): boolean {
  return overflows.some((overflow) => /\b(?:hidden|clip)\b/.test(overflow))
}

/** `rgba(0, 0, 0, 0)` and `#fff0`, too. */
function isTransparent(color: string): boolean {
  if (/^(?:transparent|#(?:[\da-f]{3}0|[\da-f]{6}00))$/.test(color)) return true
  const alpha = /^(?:rgb|hsl)a?\([^)]{1,60}?[,/\s]\s{0,9}([\d.]{1,9})%?\s{0,9}\)$/.exec(color)?.[1]
  const hasAlpha = color.includes('/') || color.split(',').length === 4
  return hasAlpha && Number(alpha) === 0
}

/** How many pixels a length's unit has, about. */
function pixelsOf(length: string): number {
  return /\d(?:r?em|ex|ch|vw|vh)$/.test(length) ? 10 : 1
}

/** Pixels or points beyond the edge. */
const farAway = -300

/** Returns whether letters of this size can't be read. */
export function isTinySize(size: string): boolean {
  const value = Number.parseFloat(size)
  if (/\dr?em$/.test(size)) return value < 0.1
  if (size.endsWith('%')) return value < 10
  return value === 0 || (value < 2 && /\d(?:px|pt)$/.test(size))
}

/** Returns whether a style shows words from right to left that are written from left to right. */
export function isTurning(style: ReadonlyMap<string, string>, isRightToLeft: boolean): boolean {
  const direction = style.get('direction')
  const isTurned = direction === undefined ? isRightToLeft : direction === 'rtl'
  return isTurned && /^(?:bidi|isolate)-override$/.test(style.get('unicode-bidi') ?? '')
}
