import { firmCssMark } from './css-mark.ts'
import { type ChosenColours, firmColours, type Scheme, secondOf } from './firm-colours.ts'

const looks = (['light', 'dark'] as const).flatMap((scheme) =>
  [false, true].map((isAccessible) => ({ scheme, isAccessible })),
)

/**
 * A style sheet with the firm's colours for light and dark, each also with accessible colours. Which of them holds
 * the attributes of the root element say. `html` makes its rules win over those of the console's own sheets wherever
 * it stands among them.
 */
export function firmCss(chosen: ChosenColours): string {
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

function declarations(chosen: ChosenColours, look: Look): string {
  const first = firmColours(chosen.primary, look)
  const second = firmColours(secondOf(chosen), look)
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
