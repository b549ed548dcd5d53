import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrastRatio, lowestContrast, sanitiseColour } from './contrast.ts'
import { defaultAccent, firmColours, type Scheme, textRatio } from './firm-colours.ts'
import { fromOklch, toOklch } from './oklch.ts'
import { grounds } from './tokens.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const looks = (['light', 'dark'] as const).flatMap((scheme) =>
  [false, true].map((isAccessible) => ({ scheme, isAccessible })),
)

describe('any colour a firm may choose', () => {
  test.each(looks)('can be read as text and on buttons, $scheme, accessible $isAccessible', (look) => {
    const least = look.isAccessible ? textRatio.accessible : 4.5
    fc.assert(
      fc.property(hex, (colour) => {
        const { accent, fill, fillHover, ink, soft } = firmColours(colour, look)
        expect(lowestContrast(accent, [...grounds[look.scheme], soft])).toBeGreaterThanOrEqual(least)
        expect(contrastRatio(ink, fill)).toBeGreaterThanOrEqual(least)
        expect(contrastRatio(ink, fillHover)).toBeGreaterThanOrEqual(least)
        expect(lowestContrast(fill, grounds[look.scheme])).toBeGreaterThanOrEqual(3)
      }),
      { numRuns: 1000 },
    )
  })

  test.each(looks)('leaves our own text readable on its soft ground, $scheme, accessible $isAccessible', (look) => {
    const tokens = Object.entries(tokensOf(look)).filter(([name]) => /^--(ink|ok|warn|bad|busy)(-\d)?$/.test(name))
    expect(tokens).toHaveLength(7)
    fc.assert(
      fc.property(hex, (colour) => {
        const { soft } = firmColours(colour, look)
        for (const [, text] of tokens) expect(contrastRatio(text, soft)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 300 },
    )
  })

  test('that passes as it is stays as it is', () => {
    expect(firmColours(defaultAccent, { scheme: 'light', isAccessible: false }).accent).toBe(defaultAccent)
  })

  test('that is none is our own', () => {
    for (const wrong of [null, undefined, '', 'red', '#12', '#gggggg', 'url(x)', 7, '#23407a;color:red'])
      expect(firmColours(wrong, { scheme: 'light', isAccessible: false }).accent).toBe(defaultAccent)
  })

  test('that is gold gets black letters', () => {
    expect(firmColours('#c9a227', { scheme: 'light', isAccessible: false }).ink).toBe('#000000')
  })
})

describe('the tokens', () => {
  test.each(looks)('of text reach their ratio on every ground, $scheme, accessible $isAccessible', (look) => {
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

  test.each(['light', 'dark'] as const)('name the same grounds in the program and in the stylesheet, %s', (scheme) => {
    const tokens = tokensOf({ scheme, isAccessible: false })
    expect([tokens['--paper'], tokens['--surface'], tokens['--sunken']]).toEqual(grounds[scheme])
  })
})

test('a colour survives OKLCH and back, but for rounding', () => {
  fc.assert(
    fc.property(hex, (colour) => {
      const channels = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16))
      const back = channels(fromOklch(toOklch(colour)))
      for (const [index, value] of channels(colour).entries())
        expect(Math.abs(value - (back[index] ?? -9))).toBeLessThanOrEqual(1)
    }),
  )
})

test('colours are understood with three or six digits, with or without the sign', () => {
  expect(sanitiseColour(' #ABC ')).toBe('#aabbcc')
  expect(sanitiseColour('23407A')).toBe('#23407a')
  expect(sanitiseColour('#1234')).toBeUndefined()
})

/** The colours of `tokens.css` in one look, later rules over earlier ones. */
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
