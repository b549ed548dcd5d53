import { Context, Liquid, type Template } from 'liquidjs'

/** The rendered text of a template, or a sentence that says why there is none. */
export type Rendered = { text: string } | { problem: string }

/** A Liquid engine that reaches nothing but the values passed to it, and does a bounded amount of work. */
export interface TemplateEngine {
  liquid: Liquid
  /** The most characters that it may output. */
  longest: number
  renderMs: number
  parsed: Map<string, Template[]>
}

interface EngineOptions {
  /** The most characters that a template may have. */
  longestTemplate: number
  longest: number
  /** The most processor time that rendering may take, in milliseconds. */
  renderMs?: number
  outputEscape?: (value: unknown) => string
  /**
   * Whether a template may loop over a list; the limits of time, memory and length apply to all iterations together.
   */
  hasLoops?: boolean
}

/** Partials and layouts aren't allowed; without loops the work is bounded by the template's length. */
const allowedTags = ['assign', 'capture', 'case', 'comment', 'if', 'unless', '#']

export function makeEngine({
  longestTemplate,
  longest,
  renderMs = 1_000,
  outputEscape,
  hasLoops = false,
}: EngineOptions): TemplateEngine {
  const liquid = new Liquid({
    parseLimit: longestTemplate,
    memoryLimit: Math.max(100_000, longest),
    strictFilters: true,
    ownPropertyOnly: true,
    dynamicPartials: false,
    relativeReference: false,
    // An empty mapping takes the place of the file system.
    templates: {},
    // A filing date has no time: read and written in the same zone, it stays the same day.
    timezoneOffset: 0,
    ...(outputEscape ? { outputEscape } : {}),
  })
  const kept = hasLoops ? [...allowedTags, 'for'] : allowedTags
  for (const name of Object.keys(liquid.tags)) if (!kept.includes(name)) delete liquid.tags[name]
  // `raw` would let a value past the escape.
  liquid.unregisterFilter('raw')
  rememberDates(liquid)
  return { liquid, longest, renderMs, parsed: new Map() }
}

const mostRemembered = 500

/**
 * Caches formatted dates: for each month name, Liquid creates a new date formatter, which costs more than the rest of a
 * subject.
 */
function rememberDates({ filters }: Liquid): void {
  const plain = filters.date
  if (typeof plain !== 'function') throw new Error('Liquid has no filter for dates')
  const known = new Map<string, unknown>()
  filters.date = function date(value: unknown, ...given: unknown[]) {
    const [format] = given
    // Neither `now` nor anything long.
    const isPlain = given.length === 1 && typeof value === 'string' && /^\d[\dTZ:.-]{7,28}$/.test(value)
    if (!isPlain || typeof format !== 'string' || format.length > 40) return plain.call(this, value, ...given)
    const key = `${value} ${format}`
    if (!known.has(key)) {
      if (known.size >= mostRemembered) known.clear()
      known.set(key, plain.call(this, value, format))
    }
    return known.get(key)
  }
}

export function renderWith(engine: TemplateEngine, template: string, context: object): Rendered {
  const parsed = parse(engine, template)
  if ('problem' in parsed) return parsed
  try {
    const text = String(engine.liquid.renderSync(parsed.template, contextWithin(engine, context)))
    return text.length <= engine.longest ? { text } : { problem: 'Its output is too long.' }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/**
 * Liquid's own limit is one of time on the clock, by which a busy machine refuses a good template. `check` is called
 * before each tag and placeholder.
 */
function contextWithin({ liquid, renderMs }: TemplateEngine, values: object): Context {
  const context = new Context(values, liquid.options, { sync: true, renderLimit: Infinity }, { liquid })
  const before = process.threadCpuUsage()
  context.renderLimit.check = () => {
    const { user, system } = process.threadCpuUsage(before)
    if (user + system > renderMs * 1000) throw new Error('template render limit exceeded')
  }
  return context
}

/** Returns everything that is wrong with a template, as sentences. `whyUnknown` checks one name: `['case', 'name']`. */
export function problemsWith(
  engine: TemplateEngine,
  template: string,
  { sample, whyUnknown }: { sample: object; whyUnknown: (segments: readonly string[]) => string | undefined },
): string[] {
  const parsed = parse(engine, template)
  if ('problem' in parsed) return [parsed.problem]
  const names = engine.liquid.globalVariableSegmentsSync(parsed.template)
  const unknown = names.flatMap((segments) => whyUnknown(segments.map(String)) ?? [])
  if (unknown.length > 0) return [...new Set(unknown)]
  const rendered = renderWith(engine, template, sample)
  return 'problem' in rendered ? [rendered.problem] : []
}

/** Returns every name in a template, including those of its own loops and assignments; empty if it cannot be parsed. */
export function namesIn(engine: TemplateEngine, template: string): readonly (readonly string[])[] {
  const parsed = parse(engine, template)
  return 'problem' in parsed
    ? []
    : engine.liquid.variableSegmentsSync(parsed.template).map((names) => names.map(String))
}

/** Returns why these groups have no value of this name; undefined if they have one. */
export function whyNoValue(
  groups: Readonly<Record<string, readonly string[]>>,
  [group = '', name]: readonly string[],
): string | undefined {
  const names = Object.hasOwn(groups, group) ? groups[group] : undefined
  if (!names) return `There is no value "${group}"; the groups are ${Object.keys(groups).join(', ')}.`
  if (name !== undefined && names.includes(name)) return undefined
  const known = names.map((known) => `${group}.${known}`).join(', ')
  return name === undefined
    ? `"${group}" is a group: choose one of ${known}.`
    : `There is no value "${group}.${name}"; there is ${known}.`
}

/** Returns a value for each name that says what it is. */
export function sampleValues(
  groups: Readonly<Record<string, readonly string[]>>,
): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(groups).map(([group, names]) => [
      group,
      Object.fromEntries(names.map((name) => [name, sampleOf(group, name)])),
    ]),
  )
}

function sampleOf(group: string, name: string): string {
  if (isDate.test(name)) return '2026-11-20'
  return isCount.test(name) ? '3' : `A ${group}'s ${name}`
}

const isDate = /(^|_)(date|day)$|_(at|on)$/
const isCount = /_count$/

const mostParsed = 500

/** Liquid scans the whole template for each of its names, which takes seconds for many thousands. */
const mostParts = 1_000

function countParts(text: string): number {
  const [, ...parts] = text.split(/\{[{%]/)
  // `and` and `or` count inside tags, not in the text around them.
  const joints = parts.flatMap((part) => part.split(/[%}]\}/, 1)[0]?.match(/\b(?:and|or)\b/g) ?? [])
  return parts.length + joints.length + (text.match(/\|/g) ?? []).length
}

function parse({ liquid, parsed }: TemplateEngine, text: string): { template: Template[] } | { problem: string } {
  const template = parsed.get(text)
  if (template) return { template }
  if (countParts(text) > mostParts) return { problem: `It has more than ${mostParts} placeholders, tags and filters.` }
  try {
    const made = liquid.parse(text)
    if (parsed.size >= mostParsed) parsed.clear()
    parsed.set(text, made)
    return { template: made }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** Liquid's messages end in a position (`, line:1, col:4`) and lack a capital letter. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'It cannot be rendered.'
  if (/limit exceeded/.test(error.message)) return 'It asks for too much: make it shorter.'
  const [, what = error.message, column] = /^(.*?)(?:, line:\d+, col:(\d+))?$/s.exec(error.message) ?? []
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  return column ? `${sentence} (at character ${column}).` : `${sentence}.`
}
