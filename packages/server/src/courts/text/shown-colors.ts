import { contrastRatio, type Hex } from '@courtcrier/contract/theme/contrast.ts'

/** The color of an element's letters and of what is behind them; undefined where that isn't known, as in front of a picture. */
export interface ShownColors {
  letters: Hex | undefined
  behind: Hex | undefined
}

/** Of a page that says nothing of colors. */
export const pageColors: ShownColors = { letters: '#000000', behind: '#ffffff' }

/** Returns an element's colors, by its style, its attributes and what is around it. */
export function colorsWithin(around: ShownColors, tag: Tag, style: Style): ShownColors {
  const color = style.get('-webkit-text-fill-color') ?? style.get('color') ?? ''
  return {
    letters: lettersIn(color, tag, around.letters),
    behind: behindIn(tag, style, around.behind),
  }
}

/** Whether no one can read letters of this color in front of what is behind them. */
export function isUnseen({ letters, behind }: ShownColors): boolean {
  return letters !== undefined && behind !== undefined && contrastRatio(letters, behind) < leastContrast
}

/** Pale gray on white, as in footers, has more. */
const leastContrast = 1.2

type Style = ReadonlyMap<string, string>
interface Tag {
  name: string
  attributes: ReadonlyMap<string, string>
}

function lettersIn(color: string, { name, attributes }: Tag, around: Hex | undefined): Hex | undefined {
  if (/^(?:inherit|currentcolor|unset)$/.test(color)) return around
  if (color !== '') return hexOf(color)
  const attribute = name === 'font' ? attributes.get('color') : name === 'body' ? attributes.get('text') : undefined
  if (attribute !== undefined) return hexOfAttribute(attribute)
  return name === 'a' && attributes.has('href') ? ofLinks : around
}

/** As browsers and mail programs show links that say nothing of colors. */
const ofLinks: Hex = '#0000ee'

function behindIn({ name, attributes }: Tag, style: Style, around: Hex | undefined): Hex | undefined {
  const said = ['background-color', 'background'].map((property) => style.get(property)?.slice(0, longestValue) ?? '')
  const pictured = `${style.get('background-image') ?? ''} ${said.join(' ')}`
  if (/(?:url|gradient|image|image-set|element|paint)\(/.test(pictured) || attributes.has('background'))
    return undefined
  const words = said.flatMap((value) => value.match(word) ?? [])
  const color = words.find((each) => hexOf(each) !== undefined)
  if (color !== undefined) return hexOf(color)
  if (words.some((each) => otherColor.test(each))) return undefined
  const attribute = filled.has(name) && words.length === 0 ? attributes.get('bgcolor') : undefined
  return attribute === undefined ? around : hexOfAttribute(attribute)
}

/** No background has a longer one. */
const longestValue = 200
const word = /[^\s(]+(?:\([^)]*\))?/g

/** Elements with the attribute `bgcolor`. */
const filled = new Set('body table tbody thead tfoot tr td th'.split(' '))

/** A color that is partly transparent or calculated, and not none at all. */
const otherColor = /^(?:#[\da-f]{4}|#[\da-f]{8}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)\()/

function hexOfAttribute(text: string): Hex | undefined {
  const color = text.trim().toLowerCase()
  return hexOf(color) ?? hexOf(`#${color}`)
}

/** Undefined for what isn't a color, is partly transparent, or isn't written as most programs write it. */
function hexOf(color: string): Hex | undefined {
  const [, three, six] = /^#(?:([\da-f]{3})f?|([\da-f]{6})(?:ff)?)$/.exec(color) ?? []
  if (six !== undefined) return `#${six}`
  if (three !== undefined) return `#${three.replace(/./g, '$&$&')}`
  const channels = opaque.exec(color)?.slice(1)
  if (!channels) return colorNames.get(color)
  return `#${channels.map((channel) => Math.min(255, Number(channel)).toString(16).padStart(2, '0')).join('')}`
}

const opaque = /^rgba?\(\s{0,9}(\d{1,3})[\s,]{1,9}(\d{1,3})[\s,]{1,9}(\d{1,3})(?:[\s,/]{1,9}(?:1|1\.0|100%))?\s{0,9}\)$/

/** The names that programs use, and those of colors near white. */
export const colorNames: ReadonlyMap<string, Hex> = new Map(
  (
    'black 000000 white ffffff red ff0000 green 008000 blue 0000ff navy 000080 gray 808080 grey 808080 silver c0c0c0 ' +
    'maroon 800000 purple 800080 teal 008080 olive 808000 orange ffa500 yellow ffff00 lime 00ff00 aqua 00ffff ' +
    'fuchsia ff00ff snow fffafa ivory fffff0 ghostwhite f8f8ff floralwhite fffaf0 whitesmoke f5f5f5 mintcream f5fffa ' +
    'azure f0ffff aliceblue f0f8ff honeydew f0fff0 seashell fff5ee oldlace fdf5e6 linen faf0e6 lavenderblush fff0f5 ' +
    'cornsilk fff8dc lightyellow ffffe0 lightcyan e0ffff lavender e6e6fa beige f5f5dc gainsboro dcdcdc lightgray d3d3d3 ' +
    'lightgrey d3d3d3 darkblue 00008b midnightblue 191970 dimgray 696969 darkgray a9a9a9'
  )
    .matchAll(/\b([a-z]{3,13}) ([\da-f]{6})\b/g)
    .map(([, name = '', digits = '']) => [name, `#${digits}`]),
)
