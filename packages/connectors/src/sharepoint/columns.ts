import * as z from 'zod/mini'
import type { FoundFile } from '../connector-by-id.ts'
import { homelessOf, leftOut, type PlannedProperty, sentAs, sentOf, withoutValue } from '../planned-property.ts'
import { isPassing, StoreProblemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { graphCode } from './graph-problem.ts'

const columnsForm = z.object({
  value: z.array(
    z.object({
      name: z.string(),
      displayName: z.nullish(z.string()),
      readOnly: z.nullish(z.boolean()),
      number: z.optional(z.unknown()),
      boolean: z.optional(z.unknown()),
      personOrGroup: z.optional(z.unknown()),
      lookup: z.optional(z.unknown()),
      term: z.optional(z.unknown()),
    }),
  ),
})
export type Column = z.output<typeof columnsForm>['value'][number]

/** The columns of a library, and the values that a file has in them. */
export interface Columns {
  read: () => Promise<readonly Column[]>
  /** Saves all values or none; returns the code with which they were refused, undefined if they are saved. */
  write: (fileId: string, values: Readonly<Record<string, unknown>>) => Promise<string | undefined>
}

interface GraphLibrary {
  api: ServiceApi
  /** The address of the library. */
  drive: string
}

/** The columns of a library that Microsoft Graph shows. */
export function graphColumns({ api, drive }: GraphLibrary): Columns {
  return {
    async read() {
      const answer = await api.call({ method: 'GET', url: `${drive}/list/columns`, what: readingColumns })
      return readAnswer(columnsForm, answer, readingColumns).value.filter(({ readOnly }) => !readOnly)
    },
    async write(fileId, json) {
      const url = `${drive}/items/${encodeURIComponent(fileId)}/listItem/fields`
      const answer = await api.call({ method: 'PATCH', url, what: writingColumns, meant: [400], body: { json } })
      return answer.status === 400 ? (graphCode(answer) ?? '400') : undefined
    },
  }
}

export const readingColumns = "looking at the library's columns"
export const writingColumns = "writing a document's properties"

/**
 * Saves the properties in columns of the library with their names; returns a sentence on those that aren't saved. The
 * file itself is, so only what passes is thrown, to be tried again.
 */
export async function saveProperties(
  file: FoundFile,
  properties: Readonly<Record<string, string>>,
  columns: Columns,
): Promise<string | undefined> {
  if (Object.values(properties).every((value) => value.trim() === '')) return undefined
  try {
    return await writeProperties(file, properties, columns)
  } catch (error) {
    if (!(error instanceof StoreProblemError) || isPassing(error)) throw error
    return `The document properties weren't saved. ${error.problem.sentence}`
  }
}

async function writeProperties(
  { id }: FoundFile,
  properties: Readonly<Record<string, string>>,
  columns: Columns,
): Promise<string | undefined> {
  const planned = planColumns(properties, await columns.read())
  const named = sentOf(planned)
  // One that SharePoint never takes would have it refuse the others, too.
  const unfit = named.filter(({ why }) => why !== null).map(({ name }) => name)
  const fields = named
    .filter(({ why }) => why === null)
    .map(({ name, column, value }): Field => [name, column ? valueFor(column, value) : value])
  const refused = await writeFields(id, fields, columns)
  const missing = homelessOf(planned)
  const sentences = [
    missing.length > 0 && `The library has no column for these document properties: ${missing.join(', ')}.`,
    unfit.length > 0 && `These columns take people, lookups or managed terms, and no text: ${unfit.join(', ')}.`,
    refused.length > 0 && `SharePoint didn't accept these document properties: ${refused.join(', ')}.`,
  ]
  return sentences.filter(Boolean).join(' ').slice(0, 500) || undefined
}

type Field = readonly [name: string, value: unknown]

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

/**
 * Returns which values were refused, and with what code. SharePoint takes all values of a call or none, so that each is
 * sent by itself after a refusal.
 */
async function writeFields(id: string, fields: readonly Field[], columns: Columns): Promise<string[]> {
  if (fields.length === 0) return []
  const code = await columns.write(id, Object.fromEntries(fields))
  if (code === undefined) return []
  const [field, ...others] = fields
  if (field && others.length === 0) return [`${field[0]} (${code})`]
  const refused: string[] = []
  for (const each of fields) refused.push(...(await writeFields(id, [each], columns)))
  return refused
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
