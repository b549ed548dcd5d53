import { channelsOf, type Hex, toLinear } from './contrast.ts'

/** A color by lightness (0 to 1), chroma (0 to about 0.37) and hue (radians). Equal steps look equal. */
export interface Oklch {
  l: number
  c: number
  h: number
}

// Converts with the matrices of Björn Ottosson, "A perceptual color space for image processing" (2020), as CSS Color 4
// uses them.
export function toOklch(color: Hex): Oklch {
  const [r, g, b] = channelsOf(color).map(toLinear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

/** Returns the nearest color a screen can show: chroma is reduced, lightness and hue stay. */
export function fromOklch({ l, c, h }: Oklch): Hex {
  let low = 0
  let high = c
  if (isShown(linearOf({ l, c, h }))) return hexOf(linearOf({ l, c, h }))
  for (let step = 0; step < 16; step += 1) {
    const middle = (low + high) / 2
    if (isShown(linearOf({ l, c: middle, h }))) low = middle
    else high = middle
  }
  return hexOf(linearOf({ l, c: low, h }))
}

function linearOf({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function isShown(channels: readonly number[]): boolean {
  return channels.every((channel) => channel >= -0.0005 && channel <= 1.0005)
}

function hexOf(channels: readonly number[]): Hex {
  const digits = channels.map((channel) => {
    const clamped = Math.min(1, Math.max(0, channel))
    const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${digits.join('')}`
}
