import { readFileSync } from 'node:fs'
import { contrastRatio, lowestContrast, sanitizeColor } from '@courtcrier/contract/theme/contrast.ts'
import { defaultAccent, defaultShades } from '@courtcrier/contract/theme/default-accent.ts'
import {
  firmColors,
  nearestReadable,
  type Scheme,
  textContrast,
  textRatio,
} from '@courtcrier/contract/theme/firm-colors.ts'
import { firmCss } from '@courtcrier/contract/theme/firm-css.ts'
import { grounds } from '@courtcrier/contract/theme/grounds.ts'
import { fromOklch, toOklch } from '@courtcrier/contract/theme/oklch.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const looks = (['light', 'dark'] as const).flatMap((scheme) =>
  [false, true].map((isAccessible) => ({ scheme, isAccessible })),
)

describe('any color a firm may choose', () => {
  test.each(looks)('is readable as text and on buttons, $scheme, accessible $isAccessible', (look) => {
    const least = look.isAccessible ? textRatio.accessible : 4.5
    fc.assert(
      fc.property(hex, (color) => {
        const { accent, fill, fillHover, ink, soft } = firmColors(color, look)
        expect(lowestContrast(accent, [...grounds[look.scheme], soft])).toBeGreaterThanOrEqual(least)
        expect(contrastRatio(ink, fill)).toBeGreaterThanOrEqual(least)
        expect(contrastRatio(ink, fillHover)).toBeGreaterThanOrEqual(least)
        expect(lowestContrast(fill, grounds[look.scheme])).toBeGreaterThanOrEqual(3)
      }),
      { numRuns: 1000 },
    )
  })

  test.each(looks)(
    'leaves every text of the page readable on every ground, $scheme, accessible $isAccessible',
    (look) => {
      const chosen = fc.option(hex, { nil: null })
      const own = tokensOf(look)
      fc.assert(
        fc.property(chosen, chosen, (primary, secondary) => {
          const page = { ...own, ...served({ primary, secondary }, look) }
          for (const [text, ground] of readPairs) expectRatio(page, [text, ground], 4.5)
          for (const [shape, ground] of shapePairs) expectRatio(page, [shape, ground], 3)
        }),
        { numRuns: 1000 },
      )
    },
  )

  test('has a nearest readable one, which is itself if it is readable', () => {
    fc.assert(
      fc.property(hex, (color) => {
        const nearest = nearestReadable(color)
        expect(textContrast(nearest)).toBeGreaterThanOrEqual(4.5)
        // Once chosen, the console applies it unchanged.
        expect(firmColors(nearest, { scheme: 'light', isAccessible: false }).accent).toBe(nearest)
        if (textContrast(color) >= 4.5) expect(nearest).toBe(color)
        // One step lighter would fail.
        else expect(textContrast(nearest)).toBeLessThan(4.7)
      }),
      { numRuns: 1000 },
    )
  })

  test('that is the default has the shades the login page starts with', () => {
    expect(firmColors(defaultAccent, { scheme: 'light', isAccessible: false }).shades).toEqual(defaultShades)
  })

  test('that passes stays unchanged', () => {
    expect(firmColors(defaultAccent, { scheme: 'light', isAccessible: false }).accent).toBe(defaultAccent)
  })

  test('that is invalid becomes the default', () => {
    for (const wrong of [null, undefined, '', 'red', '#12', '#gggggg', 'url(x)', 7, '#23407a;color:red'])
      expect(firmColors(wrong, { scheme: 'light', isAccessible: false }).accent).toBe(defaultAccent)
  })

  test('that is gold gets black text', () => {
    expect(firmColors('#c9a227', { scheme: 'light', isAccessible: false }).ink).toBe('#000000')
  })
})

describe('the tokens', () => {
  test.each(looks)('of text reach their ratio on every background, $scheme, accessible $isAccessible', (look) => {
    const tokens = tokensOf(look)
    const least = look.isAccessible ? textRatio.accessible : 4.5
    const softs = ['ok', 'warn', 'bad', 'busy'].map((name) => tokens[`--${name}-soft`] ?? '')
    for (const name of ['--ink', '--ink-2', '--ink-3', '--ok', '--warn', '--bad', '--busy'])
      expect(lowestContrast(tokens[name] ?? '', grounds[look.scheme]), name).toBeGreaterThanOrEqual(least)
    for (const [index, name] of ['ok', 'warn', 'bad', 'busy'].entries())
      expect(contrastRatio(tokens[`--${name}`] ?? '', softs[index] ?? ''), name).toBeGreaterThanOrEqual(4.5)
    expect(lowestContrast(tokens['--line-input'] ?? '', grounds[look.scheme])).toBeGreaterThanOrEqual(3)
    expect(contrastRatio(tokens['--ink'] ?? '', tokens['--mark'] ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['light', 'dark'] as const)(
    'are the same backgrounds in the program and in the style sheet, %s',
    (scheme) => {
      const tokens = tokensOf({ scheme, isAccessible: false })
      expect([tokens['--paper'], tokens['--surface'], tokens['--sunken']]).toEqual(grounds[scheme])
    },
  )
})

test('a color round-trips through OKLCH except for rounding', () => {
  fc.assert(
    fc.property(hex, (color) => {
      const channels = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16))
      const back = channels(fromOklch(toOklch(color)))
      for (const [index, value] of channels(color).entries())
        expect(Math.abs(value - (back[index] ?? -9))).toBeLessThanOrEqual(1)
    }),
  )
})

test('colors are accepted with three or six digits, with or without #', () => {
  expect(sanitizeColor(' #ABC ')).toBe('#aabbcc')
  expect(sanitizeColor('23407A')).toBe('#23407a')
  expect(sanitizeColor('#1234')).toBeUndefined()
})

/** Every text token with each background it may appear on. */
const readPairs = [
  ...['--ink', '--ink-2', '--ink-3', '--brand', '--ok', '--warn', '--bad', '--busy'].flatMap((text) =>
    ['--paper', '--surface', '--sunken', '--stripe', '--brand-soft'].map((ground) => [text, ground] as const),
  ),
  ...['--paper', '--surface', '--sunken'].map((ground) => ['--second', ground] as const),
  ['--brand-ink', '--brand-fill'],
  ['--brand-ink', '--brand-fill-hover'],
  ['--second-ink', '--second-fill'],
] as const

/** Shapes that must be visible on their background: filled shapes, borders of fields, and the focus ring. */
const shapePairs = ['--brand-fill', '--second-fill', '--line-input', '--brand'].flatMap((shape) =>
  ['--paper', '--surface', '--sunken'].map((ground) => [shape, ground] as const),
)

function expectRatio(page: Record<string, string>, [text, ground]: readonly [string, string], least: number): void {
  const ratio = contrastRatio(page[text] ?? '', page[ground] ?? '')
  if (!(ratio >= least)) expect.fail(`${text} ${page[text]} on ${ground} ${page[ground]} is ${ratio}`)
}

/** Returns the colors of the firm's style sheet in one appearance, as a browser resolves them. */
function served(
  chosen: { primary: string | null; secondary: string | null },
  { scheme, isAccessible }: { scheme: Scheme; isAccessible: boolean },
): Record<string, string> {
  const rules = firmCss(chosen).split('\n').slice(1)
  const fitting = rules.filter((rule) => {
    const [selector = ''] = rule.split('{')
    return selector.includes(`"${scheme}"`) && (isAccessible || !selector.includes('accessible'))
  })
  const pairs = fitting.flatMap((rule) => [...rule.matchAll(/(--[a-z0-9-]+):(#[0-9a-f]{6})/g)])
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]))
}

/** Returns the colors of `tokens.css` in one appearance, later rules over earlier ones. */
function tokensOf({ scheme, isAccessible }: { scheme: Scheme; isAccessible: boolean }): Record<string, string> {
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
  const rules = [...css.matchAll(/^(:root[^{]*)\{([^}]*)\}/gm)]
  const fitting = rules.filter(([, selector = '']) => {
    if (selector.includes('dark') && scheme !== 'dark') return false
    return !selector.includes('accessible') || isAccessible
  })
  const pairs = fitting.flatMap(([, , body = '']) => [...body.matchAll(/(--[a-z0-9-]+):\s*(#[0-9a-f]{6})\b/g)])
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]))
}
