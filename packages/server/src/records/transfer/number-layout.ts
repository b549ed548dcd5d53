/** How a cell's number format shows a number as something else than a number; undefined for a number it doesn't. */
export type Layout = (written: string) => string | undefined

/**
 * Returns how a number format lays out digits, such as `00000` or `000\-00\-0000`, a time of day, such as `h:mm`, or a
 * length of time, such as `[h]:mm`; undefined for other formats, which show a number or a date (ECMA-376, 18.8.31).
 */
export function layoutOf(format: string): Layout | undefined {
  const [first, second] = sectionsOf(format)
  if (!first) return undefined
  const ofTime = timeLayout(first)
  if (ofTime) return ofTime
  const tokens = tokensOf(first)
  if (!tokens) return undefined
  const isMet = conditionOf(first)
  if (!isMet) return isPlain(tokens) ? undefined : (written) => layDigits(tokens, written)
  // A phone number: one layout for short numbers, another one for the rest.
  const others = second && tokensOf(second)
  return (written) => {
    const fitting = isMet(Number(written)) ? tokens : others
    return fitting && layDigits(fitting, written)
  }
}

/** A part of a format: fixed text, what is in brackets, or one character with a meaning. */
interface Part {
  kind: 'fixed' | 'bracketed' | 'sign'
  text: string
}

/** A format's sections are for positive and negative numbers, zero and text, unless they have conditions. */
function sectionsOf(format: string): Part[][] {
  const sections: Part[][] = [[]]
  for (let at = 0; at < format.length; at++) {
    const sign = format.charAt(at)
    const end = sign === '"' ? format.indexOf('"', at + 1) : sign === '[' ? format.indexOf(']', at + 1) : -1
    if (sign === ';') sections.push([])
    else if (end > at) {
      sections.at(-1)?.push({ kind: sign === '"' ? 'fixed' : 'bracketed', text: format.slice(at + 1, end) })
      at = end
    } else if (sign === '\\') sections.at(-1)?.push({ kind: 'fixed', text: format.charAt(++at) })
    // Spaces as wide as a character, or filling the cell.
    else if (sign === '_' || sign === '*') at += 1
    else sections.at(-1)?.push({ kind: 'sign', text: sign })
  }
  return sections
}

interface Token {
  isDigit: boolean
  text: string
}

const placeholders = '0#?'
/** Shown as they are, without quotation marks. */
const bare = "-+/():!^&'~{}<>= "

/** Undefined if a section has anything besides digits and fixed text: decimals, groups, percent, dates, amounts. */
function tokensOf(section: readonly Part[]): Token[] | undefined {
  const shown = section.filter(({ kind }) => kind !== 'bracketed')
  const isOther = ({ kind, text }: Part) => kind === 'sign' && !`${placeholders}${bare}`.includes(text)
  if (shown.some(isOther) || section.some(({ text }) => /\p{Sc}/u.test(text))) return undefined
  return shown.map(({ kind, text }) => ({ isDigit: kind === 'sign' && placeholders.includes(text), text }))
}

/** The condition that numbers must meet for a section, as in `[<=9999999]`; undefined without one. */
function conditionOf(section: readonly Part[]): ((value: number) => boolean) | undefined {
  for (const { kind, text } of section) {
    const [, operator, limit] = (kind === 'bracketed' && /^([<>]=?)(\d+)$/.exec(text)) || []
    if (operator === '<') return (value) => value < Number(limit)
    if (operator === '<=') return (value) => value <= Number(limit)
    if (operator === '>') return (value) => value > Number(limit)
    if (operator === '>=') return (value) => value >= Number(limit)
  }
  return undefined
}

/** Whether the digits are shown as a number has them. */
function isPlain(tokens: readonly Token[]): boolean {
  return tokens.every(({ isDigit, text }, at) => isDigit && (text !== '0' || at === tokens.length - 1))
}

/** Undefined for what isn't a whole number: it stays one. */
function layDigits(tokens: readonly Token[], written: string): string | undefined {
  const value = Number(written)
  if (written === '' || !Number.isSafeInteger(value) || value < 0) return undefined
  const digits = value === 0 ? [] : [...String(value)]
  const first = tokens.findIndex(({ isDigit }) => isDigit)
  const laid: string[] = []
  for (const [index, { isDigit, text }] of [...tokens.entries()].toReversed()) {
    const digit = index === first ? digits.splice(0).join('') : isDigit ? digits.pop() : undefined
    if (!isDigit) laid.unshift(text)
    else laid.unshift(digit || (text === '0' ? '0' : ''))
  }
  return laid.join('').trim()
}

/** How a format shows hours, minutes and seconds without a day; `[h]` counts hours past one. */
function timeLayout(section: readonly Part[]): Layout | undefined {
  const signs = section.flatMap(({ kind, text }) => (kind === 'sign' ? [text.toLowerCase()] : []))
  const has = (sign: string) => signs.includes(sign)
  if (['d', 'y', 'e', 'g'].some(has)) return undefined
  const counted = section.find(({ kind, text }) => kind === 'bracketed' && /^(?:h+|m+|s+)$/i.test(text))
  if (counted) return lengthOfTime(counted.text.charAt(0).toLowerCase(), has)
  if (has('h')) return timeOfDay
  return has('m') && has('s') ? minutesOfHour : undefined
}

const minutesOfDay = 24 * 60

function lengthOfTime(unit: string, has: (sign: string) => boolean): Layout {
  return (written) => {
    const value = Number(written)
    if (written === '' || !(value >= 0 && value < 1e6)) return undefined
    const seconds = secondsIn(value)
    const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
    const ofMinute = has('s') ? [two(seconds % 60)] : []
    if (unit === 's') return String(seconds)
    if (unit === 'm') return [two(minutes), ...ofMinute].join(':')
    return [two(hours), ...(has('m') ? [two(minutes % 60)] : []), ...ofMinute].join(':')
  }
}

function minutesOfHour(written: string): string | undefined {
  const value = Number(written)
  if (written === '' || !(value >= 0 && value < 1)) return undefined
  const seconds = secondsIn(value)
  return `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** A time is a fraction of a day, which is almost never exact. */
function secondsIn(days: number): number {
  return Math.round(days * minutesOfDay * 60)
}

/** As forms write it, whatever the format; undefined for a time with a day. */
function timeOfDay(written: string): string | undefined {
  const value = Number(written)
  if (written === '' || !(value >= 0 && value < 1)) return undefined
  const minutes = Math.floor(secondsIn(value) / 60) % minutesOfDay
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
