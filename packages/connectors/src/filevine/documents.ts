import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { FileToStore } from '../connector.ts'
import type { FoundFile } from '../connector-by-id.ts'
import type { StorePlace } from '../connector-kind.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { Uploads } from '../ways/uploads.ts'
import { type FilevineApi, identifierForm } from './filevine-api.ts'

export interface FilevineOptions {
  api: FilevineApi
  place: StorePlace
  uploads: Uploads
}

export interface FilevineFile extends FoundFile {
  projectId: string
  /** The ID that the program which uploaded it gave. */
  partner: string | undefined
}

export const documentForm = z.object({
  documentid: identifierForm,
  filename: z.string(),
  size: z.nullish(z.number()),
})
const locatorForm = z.object({ url: z.string() })

export function partsOfId(id: string): string[] {
  return id.split('/')
}

export function isNamed(name: string | null | undefined, other: string): boolean {
  return name?.toLowerCase() === other.toLowerCase()
}

/** A copy's key in characters that an address takes. */
export function partnerOf({ idempotencyKey }: Pick<FileToStore, 'idempotencyKey'>): string {
  return `courtcrier-${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)}`
}

export function isOwn({ partner }: Pick<FilevineFile, 'partner'>, file: Pick<FileToStore, 'idempotencyKey'>): boolean {
  return partner?.startsWith(partnerOf(file)) ?? false
}

export function fileOf(
  { documentid: { native, partner }, size }: Omit<z.output<typeof documentForm>, 'filename'>,
  { api, projectId }: { api: FilevineApi; projectId: string },
): FilevineFile {
  return {
    id: String(native),
    size: size ?? undefined,
    link: api.linkTo(projectId),
    projectId,
    partner: partner ?? undefined,
  }
}

export async function readDocument(api: FilevineApi, { id }: FoundFile) {
  const what = 'reading a document'
  const answer = await api.call({ method: 'GET', url: api.at(`/Documents/${id}/locator`), what })
  return api.read({ method: 'GET', url: readAnswer(locatorForm, answer, what).url, what, isPresigned: true })
}

/**
 * Removes a document, and returns whether it is gone. Filevine's answer (403) is the same for what isn't there and for
 * what the account may not remove, so it is checked afterwards.
 */
export async function removeDocument(api: FilevineApi, id: string): Promise<boolean> {
  const url = api.at(`/Documents/${id}`)
  await api.call({ method: 'DELETE', url, what: 'removing a document', meant: [400, 403, 404] })
  const what = 'checking whether a document is gone'
  const left = await api.call({ method: 'GET', url, what, meant: [400, 403, 404] })
  return left.status >= 400
}

/** A document of ours that has another name than the copy is the copy all the same. */
export function ownUnder(document: FilevineFile, { filename, name }: { filename: string; name: string }): FilevineFile {
  if (isNamed(filename, name)) return document
  return { ...document, remark: `In Filevine, it is called "${filename}", since another document has its name.` }
}
