type Style = ReadonlyMap<string, string>

/**
 * Returns a style with its custom properties and the inherited ones in place of `var(…)`. A value that needs one that
 * there isn't counts as absent, as in browsers.
 */
export function resolved(style: Style, inherited: Style): { style: Style; custom: Style } {
  const own = [...style].filter(([name]) => name.startsWith('--'))
  const custom = own.length === 0 ? inherited : new Map([...inherited, ...own].slice(-mostCustom))
  if (![...style.values()].some((value) => value.includes('var('))) return { style, custom }
  const values = [...style].flatMap(([name, value]): [string, string][] => {
    const said = replacedIn(value, custom)
    return said === undefined ? [] : [[name, said]]
  })
  return { style: new Map(values), custom }
}

const mostCustom = 200
const mostReplaced = 10
const longestValue = 1_000

/** The innermost `var(--name, otherwise)`. */
const variable = /\bvar\(\s{0,9}(--[\w-]{1,100})\s{0,9}(?:,([^()]{0,200}))?\)/

function replacedIn(value: string, custom: Style): string | undefined {
  let said = value
  for (let count = 0; count < mostReplaced && said.length <= longestValue; count++) {
    const match = variable.exec(said)
    if (!match) return said.trim()
    const replacement = custom.get(match[1] ?? '') ?? match[2]?.trim()
    if (replacement === undefined) return undefined
    said = said.slice(0, match.index) + replacement + said.slice(match.index + match[0].length)
  }
  return said
}
