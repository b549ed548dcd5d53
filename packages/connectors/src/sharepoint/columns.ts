import * as z from 'zod/mini'
import type { ProblemClass } from '../connector.ts'
import type { FoundFile } from '../connector-by-id.ts'
import { homelessOf, leftOut, type PlannedProperty, sentAs, sentOf, withoutValue } from '../planned-property.ts'
import { StoreProblemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { graphCode } from './graph-problem.ts'

const columnsForm = z.object({
  value: z.array(
    z.object({
      name: z.string(),
      displayName: z.optional(z.string()),
      readOnly: z.optional(z.boolean()),
      number: z.optional(z.unknown()),
      boolean: z.optional(z.unknown()),
      personOrGroup: z.optional(z.unknown()),
      lookup: z.optional(z.unknown()),
      term: z.optional(z.unknown()),
    }),
  ),
})
type Column = z.output<typeof columnsForm>['value'][number]

interface Saving {
  api: ServiceApi
  /** The address of the library. */
  drive: string
}

/**
 * Saves the properties in columns of the library with their names; returns a sentence on those that aren't saved. The
 * file itself is, so only what passes is thrown, to be tried again.
 */
export async function saveProperties(
  file: FoundFile,
  properties: Readonly<Record<string, string>>,
  saving: Saving,
): Promise<string | undefined> {
  if (Object.values(properties).every((value) => value.trim() === '')) return undefined
  try {
    return await writeProperties(file, properties, saving)
  } catch (error) {
    if (!(error instanceof StoreProblemError) || isPassing(error)) throw error
    return `The document properties weren't saved. ${error.problem.sentence}`
  }
}

const passing: readonly ProblemClass[] = ['throttled', 'transient']

/** A right that is missing is no reason to keep the file waiting. */
function isPassing({ problem: { problem }, status }: StoreProblemError): boolean {
  return passing.includes(problem) && status !== 403
}

async function writeProperties(
  { id }: FoundFile,
  properties: Readonly<Record<string, string>>,
  { api, drive }: Saving,
): Promise<string | undefined> {
  const planned = planColumns(properties, await readColumns({ api, drive }))
  const missing = homelessOf(planned)
  const fields = Object.fromEntries(
    sentOf(planned).map(({ name, column, value }) => [name, column ? valueFor(column, value) : value]),
  )
  const code = await writeFields(fields, { api, url: `${drive}/items/${encodeURIComponent(id)}/listItem/fields` })
  if (code !== undefined) return `SharePoint didn't accept the document properties (${code}).`
  if (missing.length === 0) return undefined
  return `The library has no column for these document properties: ${missing.join(', ')}.`
}

interface PlannedColumn extends PlannedProperty {
  column: Column | undefined
}

/** Returns the column of each property. */
export function planColumns(properties: Readonly<Record<string, string>>, columns: readonly Column[]): PlannedColumn[] {
  return Object.entries(properties).map(([property, text]) => {
    const value = text.trim()
    if (value === '') return { ...withoutValue(property), column: undefined }
    const column = columns.find((each) => isCalled(each, property))
    if (!column) return { ...leftOut(property, value, 'The library has no column of this name.'), column }
    const why = takesText(column) ? null : 'The column takes people, lookups or managed terms, and no text.'
    return { ...sentAs(column.name, { property, value, why }), column }
  })
}

function takesText({ personOrGroup, lookup, term }: Column): boolean {
  return personOrGroup === undefined && lookup === undefined && term === undefined
}

export async function readColumns({ api, drive }: Saving): Promise<Column[]> {
  const what = "looking at the library's columns"
  const answer = await api.call({ method: 'GET', url: `${drive}/list/columns`, what })
  return readAnswer(columnsForm, answer, what).value.filter(({ readOnly }) => !readOnly)
}

/** Returns the code with which the values were refused. */
async function writeFields(
  fields: Readonly<Record<string, unknown>>,
  { api, url }: { api: ServiceApi; url: string },
): Promise<string | undefined> {
  if (Object.keys(fields).length === 0) return undefined
  const what = "writing a document's properties"
  const answer = await api.call({ method: 'PATCH', url, what, meant: [400], body: { json: fields } })
  return answer.status === 400 ? (graphCode(answer) ?? '400') : undefined
}

/** A column's name is encoded and stays when people rename it; what they see is another one. */
function isCalled({ name, displayName }: Column, property: string): boolean {
  return [name, displayName].some((each) => each?.toLowerCase() === property.trim().toLowerCase())
}

function valueFor({ number, boolean }: Column, value: string): unknown {
  if (number !== undefined && Number.isFinite(Number(value))) return Number(value)
  if (boolean !== undefined) return /^(?:true|yes|1)$/i.test(value)
  return value
}
