import { firmCssMark } from './css-mark.ts'
import { type ChosenColors, firmColors, type Scheme, secondOf } from './firm-colors.ts'

const looks = (['light', 'dark'] as const).flatMap((scheme) =>
  [false, true].map((isAccessible) => ({ scheme, isAccessible })),
)

/**
 * Returns a style sheet with the firm's colors for light and dark, each also with accessible colors. Attributes of the
 * root element select one. `html` makes its rules win over the console's own sheets regardless of their order.
 */
export function firmCss(chosen: ChosenColors): string {
  const rules = looks.map((look) => `${selectorOf(look)}{${declarations(chosen, look)}}`)
  return [`html:root{${firmCssMark}:set}`, ...rules].join('\n')
}

interface Look {
  scheme: Scheme
  isAccessible: boolean
}

function selectorOf({ scheme, isAccessible }: Look): string {
  return `html:root[data-mantine-color-scheme="${scheme}"]${isAccessible ? '[data-accessible-colours]' : ''}`
}

function declarations(chosen: ChosenColors, look: Look): string {
  const first = firmColors(chosen.primary, look)
  const second = firmColors(secondOf(chosen), look)
  const own = {
    brand: first.accent,
    'brand-fill': first.fill,
    'brand-fill-hover': first.fillHover,
    'brand-ink': first.ink,
    'brand-soft': first.soft,
    second: second.accent,
    'second-fill': second.fill,
    'second-ink': second.ink,
  }
  const shades = Object.fromEntries(first.shades.map((shade, index) => [`mantine-color-firm-${index}`, shade]))
  return Object.entries({ ...own, ...shades })
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}
