import { contrastRatio, type Hex, lowestContrast, sanitiseColour } from './contrast.ts'
import { grounds } from './grounds.ts'
import { fromOklch, type Oklch, toOklch } from './oklch.ts'

/** The accent of a firm that has chosen none, or one that is no colour. */
export const defaultAccent: Hex = '#23407a'

export type Scheme = 'light' | 'dark'

/** What a firm has chosen, as it was kept: what is no colour stands for none. */
export interface ChosenColours {
  primary: unknown
  secondary: unknown
}

/** What the console makes of a colour. Every pair that is read together reaches its ratio. */
export interface FirmColours {
  /** Links, icons, the selected entry: text on every ground. */
  accent: Hex
  /** Filled buttons, the firm's initials. */
  fill: Hex
  fillHover: Hex
  /** Text on `fill` and `fillHover`. */
  ink: Hex
  /** Ground of what is selected. */
  soft: Hex
  /** Ten shades, light to dark. */
  shades: readonly Hex[]
}

/**
 * Contrast of text (WCAG 2.2, 1.4.3), and with accessible colours that of level AAA (1.4.6). In the dark a colour
 * that only just passes looks dull, so more is asked for.
 */
export const textRatio = { light: 4.5, dark: 6.5, accessible: 7 } as const
const shapeRatio = 3

/** The second colour of a firm: its own, or the first one where it has chosen none. */
export function secondOf({ primary, secondary }: ChosenColours): Hex {
  return sanitiseColour(secondary) ?? sanitiseColour(primary) ?? defaultAccent
}

/** The contrast that a colour has as text on the light ground where it has least. */
export function textContrast(colour: Hex): number {
  return lowestContrast(colour, [...grounds.light, softOf(toOklch(colour), 'light')])
}

/** The nearest colour that can be read as text on every light ground: the colour itself when it can. */
export function nearestReadable(colour: Hex): Hex {
  const { accent } = firmColours(colour, { scheme: 'light', isAccessible: false })
  // The ground of what is selected has the colour's own hue, so with another colour it is another one.
  return accent === colour ? colour : nearestReadable(accent)
}

/** The colours a chosen colour stands for in light or dark. */
export function firmColours(chosen: unknown, look: { scheme: Scheme; isAccessible: boolean }): FirmColours {
  const colour = sanitiseColour(chosen) ?? defaultAccent
  const base = toOklch(colour)
  const ratio = look.isAccessible ? textRatio.accessible : textRatio[look.scheme]
  const soft = softOf(base, look.scheme)
  const behind = [...grounds[look.scheme], soft]
  const accent = readable(colour, { behind, ratio, scheme: look.scheme })
  const start =
    look.scheme === 'dark' ? accent : readable(colour, { behind: grounds.light, ratio: shapeRatio, scheme: 'light' })
  return { accent, soft, ...filled(start, { grounds: grounds[look.scheme], ratio }), shades: shadesOf(base) }
}

/** The colour itself when it can be read on the grounds; else the nearest darker (lighter in the dark) that can. */
function readable(colour: Hex, need: { behind: readonly Hex[]; ratio: number; scheme: Scheme }): Hex {
  if (lowestContrast(colour, need.behind) >= need.ratio) return colour
  const base = toOklch(colour)
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
 * A filled ground with the ink that is read best on it, moved away from the ink until the ratio is reached; with
 * the other ink where that would make the shape fade into the page.
 */
function filled(start: Hex, need: { grounds: readonly Hex[]; ratio: number }): Filled {
  const inks = ['#ffffff', '#000000'].toSorted((a, b) => contrastRatio(b, start) - contrastRatio(a, start))
  const made = inks.map((ink) => filledWith(ink, start, need.ratio))
  return made.find(({ fill }) => lowestContrast(fill, need.grounds) >= shapeRatio) ?? (made[0] as Filled)
}

type Filled = Pick<FirmColours, 'fill' | 'fillHover' | 'ink'>

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
