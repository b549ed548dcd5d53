import { colorNames } from './shown-colors.ts'

const mostDeclarations = 100

/** The declarations of a style in lower case; of each property, the last that browsers understand. */
export interface Declarations {
  usual: ReadonlyMap<string, string>
  /** Those marked `!important`, which count more than any others. */
  important: ReadonlyMap<string, string>
}

export function declarationsOf(style: string): Declarations {
  const usual = new Map<string, string>()
  const important = new Map<string, string>()
  for (const declaration of withoutEscapes(tidied(style)).toLowerCase().split(';').slice(0, mostDeclarations)) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim()
    const written = declaration.slice(colon + 1)
    const value = written.replace(/!\s{0,20}important/, '').trim()
    if (colon <= 0 || !isUnderstood(name, value)) continue
    const own = value === written.trim() ? usual : important
    own.set(name, value)
    const size = name === 'font' ? sizeInFont.exec(value)?.[1] : undefined
    if (size !== undefined) own.set('font-size', size)
  }
  return { usual, important }
}

/** Browsers ignore values that they don't understand, so that an earlier one goes on hiding. */
function isUnderstood(name: string, value: string): boolean {
  const pattern = understood.find(([names]) => names.test(name))?.[1]
  return value !== '' && (!pattern || general.test(value) || pattern.test(value))
}

/** What every property may have. */
const general = /\(|^(?:inherit|initial|unset|revert|revert-layer)$/
const length =
  /^(?:-?[\d.]{1,12}(?:[a-z]{1,4}|%)?|auto|none|normal|medium|smaller|larger|(?:x{1,2}-)?(?:small|large)|(?:min|max|fit)-content)$/

const understood: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^display$/,
    /^(?:none|contents|flow-root|(?:inline|block|list-item|run-in)(?:[- ](?:block|flex|grid|table|flow|flow-root))?|flex|grid|table(?:-[a-z]{3,7}(?:-group)?)?|ruby|-webkit-(?:inline-)?(?:box|flex)|-ms-(?:flex|grid)(?:box)?)$/,
  ],
  [/^visibility$/, /^(?:visible|hidden|collapse)$/],
  [/^opacity$/, /^[\d.]{1,12}%?$/],
  [/^(?:font-size|text-indent|(?:max-)?(?:height|width)|left|right|top|bottom|margin-(?:left|top))$/, length],
  [
    /^(?:color|background-color|-webkit-text-fill-color)$/,
    new RegExp(`^(?:#[\\da-f]{3,8}|transparent|currentcolor|windowtext|${[...colorNames.keys()].join('|')})$`),
  ],
]

/** Of `font: 0/0 a`, and not the weight of `font: 700 12px a`. */
const sizeInFont = /(?:^|\s)(0|\d{0,4}\.?\d{1,4}(?:px|pt|r?em|%))(?=[\s/]|$)/

/** Characters may be written by their numbers, with a space behind them (CSS Syntax, 4.3.7). */
export function withoutEscapes(style: string): string {
  if (!style.includes('\\')) return style
  return style.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_escape, hex: string | undefined, letter = '') => {
    const code = Number.parseInt(hex ?? '', 16)
    return hex === undefined ? letter : code > 0x10ffff ? ' ' : String.fromCodePoint(code)
  })
}

/** Returns a style or a sheet without its comments, and without the marks in its strings that divide others. */
export function tidied(css: string): string {
  const kept: string[] = []
  let from = 0
  for (let at = 0; at < css.length; at++) {
    const character = css.charAt(at)
    if (character === '/' && css.charAt(at + 1) === '*') {
      kept.push(css.slice(from, at))
      const end = css.indexOf('*/', at + 2)
      if (end < 0) return kept.join('')
      from = end + 2
      at = end + 1
    } else if (character === '"' || character === "'") {
      const end = endOfString(css, at)
      kept.push(css.slice(from, at), css.slice(at, end).replace(/[{};]/g, ' '))
      from = end
      at = end - 1
    } else if (character === '\\') {
      at++
      if (!/[{};]/.test(css.charAt(at))) continue
      kept.push(css.slice(from, at - 1), '_')
      from = at + 1
    }
  }
  return [...kept, css.slice(from)].join('')
}

/** Behind the closing quotation mark, or where the line ends without one (CSS Syntax, 4.3.5). */
function endOfString(css: string, open: number): number {
  const mark = css.charAt(open)
  for (let at = open + 1; at < css.length; at++) {
    const character = css.charAt(at)
    if (character === mark || character === '\n') return at + 1
    if (character === '\\') at++
  }
  return css.length
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
  ['-webkit-text-security', /^(?:disc|circle|square)$/],
  ['mso-hide', /^all$/],
  ['zoom', /^0(?:\.0{1,9})?%?$/],
  ['filter', /\bopacity\(\s{0,9}0(?:\.0{1,9})?%?\s{0,9}\)/],
  ['transform', /\bscale(?:x|y)?\(\s{0,9}0(?:\.0{1,9})?\s{0,9}[,)]|\btranslate(?:x|y|3d)?\([^)]{0,40}-?\d{4}/],
  ['translate', /-?\d{4}/],
  ['scale', /^0(?:\.0{1,9})?(?:\s|$)/],
  ['inset', /(?:^|\s)-\d{4}/],
  ['margin', /(?:^|\s)-\d{4}/],
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

/** Returns whether letters of this size can't be read; of a calculated one, that isn't known. */
export function isTinySize(size: string): boolean {
  if (/^(?:calc|min|max|clamp)\(/.test(size)) return true
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

/** Returns whether a style shows words elsewhere than they are written, in another order or over others. */
export function isMoving(style: ReadonlyMap<string, string>): boolean {
  const value = (name: string) => style.get(name) ?? ''
  if (/reverse/.test(`${value('flex-direction')} ${value('flex-flow')}`) || /^-?[1-9]/.test(value('order'))) return true
  return /^(?:absolute|fixed)$/.test(value('position'))
}
