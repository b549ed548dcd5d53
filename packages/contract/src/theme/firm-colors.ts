import { contrastRatio, type Hex, lowestContrast, sanitizeColor } from './contrast.ts'
import { defaultAccent } from './default-accent.ts'
import { grounds } from './grounds.ts'
import { fromOklch, type Oklch, toOklch } from './oklch.ts'

export type Scheme = 'light' | 'dark'

/** A firm's stored choice: an invalid color counts as none. */
export interface ChosenColors {
  primary: unknown
  secondary: unknown
}

/** Colors the console derives from a chosen one. Every foreground reaches its contrast ratio on its background. */
export interface FirmColors {
  /** Links, icons, the selected entry: text on every background. */
  accent: Hex
  /** Filled buttons, the firm's initials. */
  fill: Hex
  fillHover: Hex
  /** Text on `fill` and `fillHover`. */
  ink: Hex
  /** The background of a selection. */
  soft: Hex
  /** Ten shades, light to dark. */
  shades: readonly Hex[]
}

/**
 * Contrast of text (WCAG 2.2, 1.4.3), and with accessible colors that of level AAA (1.4.6). In the dark theme a color
 * that barely passes looks dull, so more is required.
 */
export const textRatio = { light: 4.5, dark: 6.5, accessible: 7 } as const
const shapeRatio = 3

/** Returns the firm's second color: its own, or the first one if it has chosen none. */
export function secondOf({ primary, secondary }: ChosenColors): Hex {
  return sanitizeColor(secondary) ?? sanitizeColor(primary) ?? defaultAccent
}

/** Returns the color's contrast as text on the light background where it is lowest. */
export function textContrast(color: Hex): number {
  return lowestContrast(color, [...grounds.light, softOf(toOklch(color), 'light')])
}

/** Returns the nearest color readable as text on every light background: the color itself if it is. */
export function nearestReadable(color: Hex): Hex {
  const { accent } = firmColors(color, { scheme: 'light', isAccessible: false })
  // A selection's background has the color's own hue, so another color changes the background too.
  return accent === color ? color : nearestReadable(accent)
}

/** Returns the colors derived from a chosen color for light or dark. */
export function firmColors(chosen: unknown, look: { scheme: Scheme; isAccessible: boolean }): FirmColors {
  const color = sanitizeColor(chosen) ?? defaultAccent
  const base = toOklch(color)
  const ratio = look.isAccessible ? textRatio.accessible : textRatio[look.scheme]
  const soft = softOf(base, look.scheme)
  const behind = [...grounds[look.scheme], soft]
  const accent = readable(color, { behind, ratio, scheme: look.scheme })
  const start =
    look.scheme === 'dark' ? accent : readable(color, { behind: grounds.light, ratio: shapeRatio, scheme: 'light' })
  return { accent, soft, ...filled(start, { grounds: grounds[look.scheme], ratio }), shades: shadesOf(base) }
}

/**
 * Returns the color itself if it is readable on the backgrounds; otherwise the nearest darker (lighter in the dark
 * theme) one that is.
 */
function readable(color: Hex, need: { behind: readonly Hex[]; ratio: number; scheme: Scheme }): Hex {
  if (lowestContrast(color, need.behind) >= need.ratio) return color
  const base = toOklch(color)
  const isEnough = (l: number) => lowestContrast(fromOklch({ ...base, l }), need.behind) >= need.ratio
  let near = base.l
  let far = need.scheme === 'light' ? 0 : 1
  for (let step = 0; step < 20; step += 1) {
    const middle = (near + far) / 2
    if (isEnough(middle)) far = middle
    else near = middle
  }
  return fromOklch({ ...base, l: far })
}

/**
 * Returns a filled background with the most readable text color, moved away from it until the ratio is reached; with
 * the other text color if that would make the shape blend into the page.
 */
function filled(start: Hex, need: { grounds: readonly Hex[]; ratio: number }): Filled {
  const inks = ['#ffffff', '#000000'].toSorted((a, b) => contrastRatio(b, start) - contrastRatio(a, start))
  const made = inks.map((ink) => filledWith(ink, start, need.ratio))
  return made.find(({ fill }) => lowestContrast(fill, need.grounds) >= shapeRatio) ?? (made[0] as Filled)
}

type Filled = Pick<FirmColors, 'fill' | 'fillHover' | 'ink'>

function filledWith(ink: Hex, start: Hex, ratio: number): Filled {
  const step = ink === '#ffffff' ? -0.01 : 0.01
  const base = toOklch(start)
  let { l } = base
  while (contrastRatio(fromOklch({ ...base, l }), ink) < ratio && l > 0 && l < 1) l += step
  const fill = l === base.l ? start : fromOklch({ ...base, l })
  return { ink, fill, fillHover: fromOklch({ ...base, l: Math.min(1, Math.max(0, l + 5 * step)) }) }
}

function softOf({ c, h }: Oklch, scheme: Scheme): Hex {
  return scheme === 'light'
    ? fromOklch({ l: 0.945, c: Math.min(c, 0.018), h })
    : fromOklch({ l: 0.285, c: Math.min(c, 0.045), h })
}

function shadesOf({ c, h }: Oklch): Hex[] {
  const lightness = [0.97, 0.93, 0.87, 0.79, 0.7, 0.62, 0.55, 0.48, 0.41, 0.34]
  return lightness.map((l) => fromOklch({ l, c: l > 0.9 ? Math.min(c, 0.03) : c, h }))
}
