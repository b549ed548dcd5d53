import { randomUUID } from 'node:crypto'
import { type MailList, type MailValues, mailLists, mailPlaceholders } from '@courtcrier/contract/placeholders.ts'
import { activeParts, escapedValue, withLines } from './body-html.ts'
import { makeEngine, problemsWith, type Rendered, renderWith, sampleValues, whyNoValue } from './sandboxed-liquid.ts'
import { type TidyBody, tidyBody } from './tidy-body.ts'

/** The values an email template is filled with; missing ones are empty. */
export type MailContext = MailValues & Readonly<Record<MailList, readonly string[]>>

/** The subject: one line of text, with lists separated by commas. */
export function renderSubject(template: string, context: MailContext): Rendered {
  const rendered = renderWith(
    subjectEngine,
    template,
    withLists(context, (items) => items.join(', ')),
  )
  return 'problem' in rendered ? rendered : { text: rendered.text.replace(/\s+/g, ' ').trim() }
}

/**
 * The body as HTML: every value is escaped, lists become HTML lists. A body without any tag is text and keeps its line
 * breaks.
 */
export function renderBody(template: string, context: MailContext, documents?: string): Rendered {
  const values = withLists(context, listHtml)
  const named = documents === undefined ? values : { ...values, documents: { [asHtml]: documents } }
  const rendered = renderWith(bodyEngine, template, named)
  return 'problem' in rendered ? rendered : { text: withLines(template, rendered.text) }
}

/**
 * The body as part of an email, as HTML and plain text. A mark stands for the documents; the code that knows their
 * links replaces it with the list.
 */
export function renderMailBody(template: string, context: MailContext, mark = documentsMark): TidyBody {
  const rendered = renderBody(template, context, mark)
  return 'problem' in rendered ? rendered : tidyBody(rendered.text, mark)
}

/** A word that passes every escape and can't occur in a court's text. */
export const documentsMark = `documents${randomUUID().replaceAll('-', '')}`

/** Returns what is wrong with a subject or a body, as sentences. */
export function mailTemplateProblems(field: 'subject' | 'body', template: string): string[] {
  const engine = field === 'subject' ? subjectEngine : bodyEngine
  const problems = problemsWith(engine, template, { sample, whyUnknown })
  return field === 'body' ? [...problems, ...activeParts(template)] : problems
}

const limits = { longestTemplate: 100_000, longest: 500_000 }
const subjectEngine = makeEngine(limits)
const bodyEngine = makeEngine({
  ...limits,
  outputEscape: bodyValue,
})

/** The key of a value that is already HTML; no value from a notice can have such a key. */
const asHtml = Symbol('html')

function listHtml(items: readonly string[]): { [asHtml]: string } {
  return {
    [asHtml]: items.length > 0 ? `<ul>${items.map((item) => `<li>${escapedValue(item)}</li>`).join('')}</ul>` : '',
  }
}

function bodyValue(value: unknown): string {
  return typeof value === 'object' && value !== null && asHtml in value ? String(value[asHtml]) : escapedValue(value)
}

function withLists<T>(context: MailContext, form: (items: readonly string[]) => T): object {
  return { ...context, ...Object.fromEntries(mailLists.map((name) => [name, form(context[name])])) }
}

function whyUnknown(segments: readonly string[]): string | undefined {
  const [name = '', part] = segments
  if (mailLists.some((list) => list === name))
    return part === undefined ? undefined : `"${name}" is a list and has no "${part}".`
  return whyNoValue(known, segments)
}

/** Includes the lists, so that a message about an unknown name mentions everything there is. */
const known: Readonly<Record<string, readonly string[]>> = {
  ...mailPlaceholders,
  ...Object.fromEntries(mailLists.map((name) => [name, []])),
}

/** Sample values, for a firm without a notice. */
export const sampleContext = {
  ...sampleValues(mailPlaceholders),
  documents: ['118 Motion for summary judgment', '118-1 Declaration'],
  timekeepers: ['Maya Lowe', 'Jo Abara'],
} as unknown as MailContext

const sample = withLists(sampleContext, (items) => items.join(', '))
