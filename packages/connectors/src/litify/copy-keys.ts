import * as z from 'zod/mini'
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
