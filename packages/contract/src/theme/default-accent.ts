import type { Hex } from './contrast.ts'

/** The accent of a firm that chose none, or an invalid color. */
export const defaultAccent: Hex = '#23407a'

/** Its shades, as `firmColors` calculates them: the login page loads without the calculation. */
export const defaultShades = [
  '#f0f5ff',
  '#dde8fd',
  '#bed5ff',
  '#96bbfe',
  '#7b9ee0',
  '#6485c5',
  '#5070af',
  '#3d5c98',
  '#2a4883',
  '#18346d',
] as const
