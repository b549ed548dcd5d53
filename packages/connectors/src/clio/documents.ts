import * as z from 'zod/mini'
import type { FoundFile } from '../connector-by-id.ts'
import { idForm, readAnswer } from '../ways/read-answer.ts'
import { type ClioApi, listAll, type Query } from './clio-api.ts'
import type { Placement } from './clio-folders.ts'

/** The name of the property that has a copy's own key; Clio finds documents by it. */
export const keyProperty = 'courtcrier_copy'

const headersForm = z.nullish(z.array(z.object({ name: z.string(), value: z.string() })))
const addressForm = z.object({ put_url: z.nullish(z.string()), put_headers: headersForm })

const versionForm = z.extend(addressForm, {
  uuid: z.string(),
  fully_uploaded: z.nullish(z.boolean()),
  size: z.nullish(z.number()),
  multiparts: z.nullish(z.array(z.extend(addressForm, { part_number: z.number() }))),
})

export const documentForm = z.object({
  id: idForm,
  name: z.nullish(z.string()),
  parent: z.nullish(z.object({ id: idForm })),
  latest_document_version: versionForm,
  external_properties: z.nullish(z.array(z.object({ name: z.nullish(z.string()), value: z.nullish(z.string()) }))),
})
export const answerForm = z.object({ data: documentForm })
export type ClioDocument = z.output<typeof documentForm>
export type UploadAddress = z.output<typeof addressForm>

/** What is asked of each document. */
export const documentFields =
  'id,name,parent{id},external_properties{name,value},latest_document_version{uuid,fully_uploaded,size,put_url,put_headers,multiparts}'

/** Finds documents directly in a folder or a matter. */
export async function findDocuments(api: ClioApi, { query, holds }: Placement, filter: Query): Promise<ClioDocument[]> {
  const documents = await listAll(api, {
    path: '/documents.json',
    query: { ...query, ...filter, fields: documentFields },
    item: documentForm,
    what: 'looking for documents',
  })
  return documents.filter(holds)
}

export function isComplete({ latest_document_version: { fully_uploaded: isUploaded } }: ClioDocument): boolean {
  return isUploaded !== false
}

export function foundOf(document: ClioDocument, api: ClioApi): FoundFile {
  const { id, external_properties: properties, latest_document_version: version } = document
  const key = properties?.find(({ name }) => name === keyProperty)?.value ?? undefined
  // Clio may count the bytes only after a while.
  return { id, size: version.size || undefined, link: api.linkTo(id), idempotencyKey: key }
}

/**
 * Moves a document to the trash unless all its bytes are there by now: another attempt, whose answer was lost, may have
 * completed it. Then it is returned.
 */
export async function removeIncomplete(api: ClioApi, id: string): Promise<ClioDocument | undefined> {
  const what = 'looking at a document'
  const url = api.at(`/documents/${id}.json`, { fields: documentFields })
  const answer = await api.call({ method: 'GET', url, what, meant: [404] })
  const document = answer.status === 404 ? undefined : readAnswer(answerForm, answer, what).data
  if (document && isComplete(document)) return document
  await removeDocument(api, id)
  return undefined
}

/** Moves a document to the trash. */
export async function removeDocument(api: ClioApi, id: string): Promise<void> {
  await api.call({ method: 'DELETE', url: api.at(`/documents/${id}.json`), what: 'removing a document', meant: [404] })
}

export function headersOf({ put_headers: headers }: UploadAddress): Record<string, string> {
  return Object.fromEntries((headers ?? []).map(({ name, value }) => [name.toLowerCase(), value]))
}
