/** A color as `#rrggbb`, lower case. */
export type Hex = string

/** Returns the contrast ratio of two colors, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastRatio(a: Hex, b: Hex): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** Returns the lowest contrast of the color on any of these backgrounds. */
export function lowestContrast(color: Hex, grounds: readonly Hex[]): number {
  return Math.min(...grounds.map((ground) => contrastRatio(color, ground)))
}

/**
 * Returns the color as `#rrggbb`, or undefined when it is invalid: three or six digits are accepted, with or without
 * `#`.
 */
export function sanitizeColor(text: unknown): Hex | undefined {
  if (typeof text !== 'string') return undefined
  const digits = /^\s*#?([0-9a-f]{6}|[0-9a-f]{3})\s*$/i.exec(text)?.[1]?.toLowerCase()
  if (!digits) return undefined
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

/** Returns red, green and blue between 0 and 1. */
export function channelsOf(color: Hex): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

/** Converts an sRGB-encoded channel to linear light. */
export function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function luminance(color: Hex): number {
  const [red, green, blue] = channelsOf(color).map(toLinear) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
