const mostDeclarations = 100

/** Returns the declarations of a style, in lower case; the last of each counts. */
export function declarationsOf(style: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>()
  for (const declaration of withoutComments(style.toLowerCase()).split(';').slice(0, mostDeclarations)) {
    const colon = declaration.indexOf(':')
    const value = declaration.slice(colon + 1).replace('!important', '')
    if (colon > 0) declarations.set(declaration.slice(0, colon).trim(), value.trim())
  }
  return declarations
}

/** Returns a style or a sheet without its comments. */
export function withoutComments(style: string): string {
  const [first = '', ...others] = style.split('/*')
  return [first, ...others.map((part) => part.slice(part.indexOf('*/') + 2))].join('')
}

/** Returns whether a style hides what it applies to, whatever the size of its letters. */
export function isHiding(style: ReadonlyMap<string, string>): boolean {
  const is = (name: string, ...values: readonly string[]) => values.includes(style.get(name) ?? '')
  const number = (name: string) => Number.parseFloat(style.get(name) ?? '')
  const isEmpty = ['height', 'max-height', 'width', 'max-width'].some((name) => number(name) === 0)
  return (
    is('display', 'none') ||
    is('visibility', 'hidden', 'collapse') ||
    is('mso-hide', 'all') ||
    is('color', 'transparent') ||
    number('opacity') <= 0.1 ||
    ['text-indent', 'left', 'top', 'margin-left', 'margin-top'].some((name) => number(name) <= farAway) ||
    (isEmpty && is('overflow', 'hidden'))
  )
}

/** Pixels or points beyond the edge. */
const farAway = -300

/** Returns whether letters of this size can't be read. */
export function isTinySize(size: string): boolean {
  const value = Number.parseFloat(size)
  return value === 0 || (value < 2 && /\d(?:px|pt)$/.test(size))
}
