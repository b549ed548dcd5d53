import { Liquid, type Template } from 'liquidjs'

/**
 * What a storage policy's templates can name. Missing values are empty, so that a path only loses the
 * folder that would have had the name.
 */
export const templateValues = {
  client: ['name', 'number'],
  matter: ['name', 'number'],
  case: ['name', 'case_number', 'caption', 'status', 'reference_id', 'court_case_id'],
  court: ['id', 'name', 'abbreviation'],
  filing: ['date', 'event', 'docket_text', 'document_number'],
  document: ['number', 'title', 'position', 'original_file_name'],
  firm: ['name'],
} as const

type Groups = typeof templateValues
export type TemplateContext = { [Group in keyof Groups]: Record<Groups[Group][number], string> }

/** The text of a template, or a sentence why there is none. */
export type Rendered = { text: string } | { problem: string }

/** Renders a folder path. A slash inside a value (`A/B Holdings`) is no folder; one in the template is. */
export function renderPath(template: string, context: TemplateContext): Rendered {
  return render(pathEngine, template, context)
}

/** Renders a file name without its ending, or a document property. */
export function renderText(template: string, context: TemplateContext): Rendered {
  return render(textEngine, template, context)
}

/** What is wrong with a template, as a sentence; undefined when it can be used. */
export function checkTemplate(template: string): string | undefined {
  const parsed = parse(textEngine, template)
  if ('problem' in parsed) return parsed.problem
  for (const segments of textEngine.globalVariableSegmentsSync(parsed.template)) {
    const problem = problemOfName(segments.map(String))
    if (problem) return problem
  }
  const rendered = renderText(template, sampleContext)
  return 'problem' in rendered ? rendered.problem : undefined
}

/** Templates are at most this long; rendering may take this long (ms) and make this much (characters). */
const limits = { parseLimit: 2_000, renderLimit: 100, memoryLimit: 100_000 }
const longestText = 20_000

/** Loops, partials and layouts have no place in a path; without loops the work is bounded by the template's length. */
const allowedTags = ['assign', 'capture', 'case', 'comment', 'if', 'unless', '#']

const textEngine = makeEngine()
const pathEngine = makeEngine((value) => String(value ?? '').replace(/[/\\]/g, '-'))

function makeEngine(outputEscape?: (value: unknown) => string): Liquid {
  const engine = new Liquid({
    ...limits,
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
  for (const name of Object.keys(engine.tags)) if (!allowedTags.includes(name)) delete engine.tags[name]
  // `raw` would let a value past the escape, and make folders.
  engine.unregisterFilter('raw')
  return engine
}

function render(engine: Liquid, template: string, context: TemplateContext): Rendered {
  const parsed = parse(engine, template)
  if ('problem' in parsed) return parsed
  try {
    const text = String(engine.renderSync(parsed.template, context))
    return text.length <= longestText ? { text } : { problem: 'What it gives is too long for a path.' }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

const parsedTemplates = new Map<Liquid, Map<string, Template[]>>([
  [textEngine, new Map()],
  [pathEngine, new Map()],
])
const mostParsed = 500

function parse(engine: Liquid, text: string): { template: Template[] } | { problem: string } {
  const known = parsedTemplates.get(engine)
  const template = known?.get(text)
  if (template) return { template }
  try {
    const made = engine.parse(text)
    if (known && known.size >= mostParsed) known.clear()
    known?.set(text, made)
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

function problemOfName([group = '', name]: readonly string[]): string | undefined {
  const names: readonly string[] | undefined = Object.hasOwn(templateValues, group)
    ? templateValues[group as keyof Groups]
    : undefined
  if (!names) return `There is no value "${group}"; the groups are ${Object.keys(templateValues).join(', ')}.`
  if (name !== undefined && names.includes(name)) return undefined
  const known = names.map((known) => `${group}.${known}`).join(', ')
  return name === undefined
    ? `"${group}" is a group: choose one of ${known}.`
    : `There is no value "${group}.${name}"; there is ${known}.`
}

const sampleContext = Object.fromEntries(
  Object.entries(templateValues).map(([group, names]) => [
    group,
    Object.fromEntries(names.map((name) => [name, name === 'date' ? '2026-11-20' : `A ${group}'s ${name}`])),
  ]),
) as TemplateContext
