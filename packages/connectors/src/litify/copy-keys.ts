import * as z from 'zod/mini'
import type { FileToStore } from '../connector.ts'
import { query, type Salesforce } from './salesforce.ts'
import { columns, soql } from './soql.ts'

const versionForm = z.object({
  Id: z.string(),
  ContentDocumentId: z.string(),
  ContentSize: z.nullish(z.number()),
  FirstPublishLocationId: z.nullish(z.string()),
})
type Version = z.output<typeof versionForm>

const fields = columns(Object.keys(versionForm.shape))

/** What comes before our key in a file's description, which people see. */
const mark = 'courtcrier:'
/** In characters (Object Reference for Salesforce, "ContentVersion"). */
const longestDescription = 1000

/** The description of a file: what a policy says, and the copy's key at its end if no field is there for that. */
export function describedAs(
  text: string,
  { idempotencyKey }: Pick<FileToStore, 'idempotencyKey'>,
  { keyField }: Pick<Salesforce, 'keyField'>,
): string {
  const end = keyField === undefined ? `${mark}${idempotencyKey}` : ''
  const room = longestDescription - (end === '' ? 0 : end.length + 1)
  return [text.slice(0, Math.max(0, room)), end].filter(Boolean).join(' ').slice(0, longestDescription)
}

/** The copy's key in a description; undefined if someone else added the file. */
export function keyIn(description: string | null | undefined): string | undefined {
  const text = description ?? ''
  const start = text.lastIndexOf(mark)
  return start === 0 || /\s/.test(text.charAt(start - 1)) ? text.slice(start + mark.length).trimEnd() : undefined
}

/** Throws a problem if versions of files don't have the field, or the user may not see it. */
export async function checkKeyField(salesforce: Salesforce): Promise<void> {
  const { keyField } = salesforce
  if (keyField === undefined) return
  const text = soql`SELECT Id FROM ContentVersion WHERE ${columns([keyField])} = ${'none'} LIMIT 1`
  await query(salesforce, { text, record: z.object({ Id: z.string() }), what: `looking for the field ${keyField}` })
}

/** Finds the file that was added to a matter with the key, whatever its title is by now. */
export async function findByKey(
  salesforce: Salesforce,
  { matterId, idempotencyKey }: { matterId: string; idempotencyKey: string | undefined },
): Promise<Version | undefined> {
  const { keyField } = salesforce
  if (keyField === undefined || idempotencyKey === undefined) return undefined
  const text = soql`SELECT ${fields} FROM ContentVersion WHERE ${columns([keyField])} = ${idempotencyKey}`
  const versions = await query(salesforce, { text, record: versionForm, what: 'looking for the copy by its key' })
  return versions.find(({ FirstPublishLocationId }) => FirstPublishLocationId === matterId)
}
