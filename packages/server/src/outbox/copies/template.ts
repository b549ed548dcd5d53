import { filingPlaceholders } from '@courtcrier/contract/placeholders.ts'
import {
  makeEngine,
  problemsWith,
  type Rendered,
  renderWith,
  sampleValues,
  whyNoValue,
} from '../templates/sandboxed-liquid.ts'
import { isOnDrive, problemOfNames, problemOfPath } from './safe-path.ts'

/**
 * The values a storage policy's templates can use. Missing values are empty, so that a path only loses the folder that
 * would have had the name.
 */
const { firm, ...ofFiling } = filingPlaceholders
export const templateValues = {
  ...ofFiling,
  document: ['number', 'title', 'position', 'original_file_name'],
  firm,
} as const

type Groups = typeof templateValues
export type TemplateContext = { [Group in keyof Groups]: Record<Groups[Group][number], string> }

/** Renders a folder path. A slash in a value (`A/B Holdings`) doesn't separate folders; one in the template does. */
export function renderPath(template: string, context: TemplateContext): Rendered {
  return renderWith(pathEngine, template, context)
}

/** Renders a file name without its extension, or a document property. */
export function renderText(template: string, context: TemplateContext): Rendered {
  return renderWith(textEngine, template, context)
}

/** Returns what is wrong with a template, as a sentence; undefined if it can be used. */
export function checkTemplate(template: string): string | undefined {
  return problemsWith(textEngine, template, { sample, whyUnknown: (name) => whyNoValue(templateValues, name) })[0]
}

/**
 * Returns what is wrong with a template for a path or a name, as a message code; undefined if it can be used. It is also
 * rendered: `{{ '..' }}` is no folder either. Without its tags, every branch of a condition counts.
 */
export function problemOfTemplate(template: string, isPath: boolean): string | undefined {
  const unusable = checkTemplate(template)
  if (unusable !== undefined) return `template:${unusable}`
  const rendered = (isPath ? renderPath : renderText)(template, sample)
  if ('problem' in rendered) return `template:${rendered.problem}`
  if (isPath && isOnDrive(rendered.text)) return 'outside_root'
  const asTyped = isPath ? problemOfPath(template) : problemOfNames(template)
  return asTyped ?? problemOfNames(template.replace(/\{%[^%]*%\}/g, '')) ?? problemOfNames(rendered.text)
}

const limits = { longestTemplate: 2_000, longest: 20_000 }
const textEngine = makeEngine(limits)
const pathEngine = makeEngine({ ...limits, outputEscape: (value) => String(value ?? '').replace(/[/\\]/g, '-') })
const sample = sampleValues(templateValues) as TemplateContext
