import * as z from 'zod/mini'
import type { FileToStore } from '../connector.ts'
import { homelessOf, leftOut, type PlannedProperty, sentAs, sentOf, withoutValue } from '../planned-property.ts'
import { isPassing, StoreProblemError } from '../problems.ts'
import { httpProblem } from '../ways/http-problem.ts'
import { readAnswer } from '../ways/read-answer.ts'
import { remember } from '../ways/remember.ts'
import { describedAs } from './copy-keys.ts'
import { errorCodeIn, type Salesforce, salesforceProblem } from './salesforce.ts'

const describedForm = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.nullish(z.string()),
      type: z.string(),
      custom: z.boolean(),
      updateable: z.boolean(),
    }),
  ),
})
type Field = z.output<typeof describedForm>['fields'][number]

interface PlannedField extends PlannedProperty {
  field: Field | undefined
}

/** The fields of Salesforce's files that a policy may fill in: the description, and those that the firm added. */
export interface FileFields {
  plan: (properties: FileToStore['properties']) => Promise<PlannedField[]>
  /** Fills in the fields of a version; returns a sentence on what isn't saved. */
  save: (versionId: string, file: FileToStore) => Promise<string | undefined>
}

/** Salesforce's own field for a text about a file; the key of the copy is in it where no other field has that. */
const description = 'Description'

export function openFileFields(salesforce: Salesforce): FileFields {
  const known = remember(() => readFields(salesforce))
  const plan = async (properties: FileToStore['properties']) => {
    const hasValue = Object.values(properties).some((value) => value.trim() !== '')
    const fields = hasValue ? await known() : []
    return Object.entries(properties).map(([property, text]) => planOne(property, text.trim(), { fields, salesforce }))
  }
  return {
    plan,
    /** The file itself is saved, so only what passes is thrown, to be tried again. */
    async save(versionId, file) {
      if (Object.values(file.properties).every((value) => value.trim() === '')) return undefined
      try {
        return await saveFields(salesforce, versionId, { file, planned: await plan(file.properties) })
      } catch (error) {
        if (!(error instanceof StoreProblemError) || isPassing(error)) throw error
        return `The document properties weren't saved. ${error.problem.sentence}`
      }
    },
  }
}

async function readFields({ api, at }: Salesforce): Promise<readonly Field[]> {
  const what = 'looking at the fields of files'
  const answer = await api.call({ method: 'GET', url: at('/sobjects/ContentVersion/describe'), what })
  return readAnswer(describedForm, answer, what).fields.filter(({ name, custom }) => custom || name === description)
}

interface Planning {
  fields: readonly Field[]
  salesforce: Salesforce
}

function planOne(property: string, value: string, { fields, salesforce: { keyField } }: Planning): PlannedField {
  if (value === '') return { ...withoutValue(property), field: undefined }
  const field = fields.find((each) => isCalled(each, property))
  if (!field) return { ...leftOut(property, value, "Salesforce's files have no field of this name."), field }
  if (field.name.toLowerCase() === keyField?.toLowerCase())
    return { ...leftOut(property, value, "This field is for the copies' keys."), field: undefined }
  return { ...sentAs(field.name, { property, value, why: objectionTo(field) }), field }
}

/** By its label, or its API name with or without the end that those of a firm's own fields have. */
function isCalled({ name, label }: Field, property: string): boolean {
  const wanted = property.trim().toLowerCase()
  return [name, name.replace(/__c$/i, ''), label].some((each) => each?.trim().toLowerCase() === wanted)
}

/** Types of fields that take no text. */
const withoutText: readonly string[] = ['reference', 'location', 'address', 'base64']
const numbers: readonly string[] = ['double', 'currency', 'percent', 'int']

function objectionTo({ type, updateable }: Field): string | null {
  if (!updateable) return 'The user that the external client app runs as may not edit this field.'
  return withoutText.includes(type) ? 'The field takes records or places, and no text.' : null
}

interface Saving {
  file: FileToStore
  planned: readonly PlannedField[]
}

async function saveFields(
  salesforce: Salesforce,
  versionId: string,
  { file, planned }: Saving,
): Promise<string | undefined> {
  const sent = sentOf(planned)
  const unfit = sent.filter(({ why }) => why !== null).map(({ name }) => name)
  const values = sent
    .filter(({ why }) => why === null)
    .map(({ name, field, value }): FieldValue => [name, valueFor(field, { value, file, salesforce })])
  const refused = await writeFields(salesforce, versionId, values)
  const missing = homelessOf(planned)
  const sentences = [
    missing.length > 0 && `Salesforce's files have no field for these document properties: ${missing.join(', ')}.`,
    unfit.length > 0 && `These fields can't be edited, or take no text: ${unfit.join(', ')}.`,
    refused.length > 0 && `Salesforce didn't accept these document properties: ${refused.join(', ')}.`,
  ]
  return sentences.filter(Boolean).join(' ').slice(0, 500) || undefined
}

interface Valuing {
  value: string
  file: FileToStore
  salesforce: Salesforce
}

function valueFor(field: Field | undefined, { value, file, salesforce }: Valuing): unknown {
  if (field?.name === description) return describedAs(value, file, salesforce)
  if (field?.type === 'boolean') return /^(?:true|yes|1)$/i.test(value)
  return field && numbers.includes(field.type) && Number.isFinite(Number(value)) ? Number(value) : value
}

type FieldValue = readonly [name: string, value: unknown]

/**
 * Returns which values were refused, and with what code. Salesforce takes all values of a call or none, so that each is
 * sent by itself after a refusal.
 */
async function writeFields(salesforce: Salesforce, id: string, values: readonly FieldValue[]): Promise<string[]> {
  const [first, ...others] = values
  if (!first) return []
  const code = await write(salesforce, id, Object.fromEntries(values))
  if (code === undefined) return []
  if (others.length === 0) return [`${first[0]} (${code})`]
  const refused: string[] = []
  for (const each of values) refused.push(...(await writeFields(salesforce, id, [each])))
  return refused
}

/** Returns the code of a refusal; undefined if the values are saved. */
async function write({ api, at }: Salesforce, id: string, json: object): Promise<string | undefined> {
  const what = "writing a document's properties"
  const url = at(`/sobjects/ContentVersion/${encodeURIComponent(id)}`)
  const answer = await api.call({ method: 'PATCH', url, what, meant: [400, 403, 404], body: { json } })
  if (answer.status < 300) return undefined
  const code = errorCodeIn(answer) ?? String(answer.status)
  const problem = new StoreProblemError(salesforceProblem(answer, what) ?? httpProblem(answer, what), answer.status)
  // A right for the field is missing, and stays so.
  if (isPassing(problem) && !code.startsWith('INSUFFICIENT_ACCESS')) throw problem
  return code
}
