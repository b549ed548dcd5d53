import * as z from 'zod/mini'
import type { FoundFile } from '../connector-by-id.ts'
import { problemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { SmokeballApi } from './smokeball-api.ts'

/** A folder of a matter; without an ID, the matter itself. */
export interface SmokeballPlace {
  matterId: string
  folderId: string
}

/** The name under which a copy's own key is kept with its file. */
export const keyName = 'courtcrierCopy'

const folderForm = z.object({ id: z.string(), name: z.nullish(z.string()) })
export const fileForm = z.object({
  id: z.string(),
  name: z.nullish(z.string()),
  fileExtension: z.nullish(z.string()),
  sizeBytes: z.nullish(z.number()),
  additionalData: z.nullish(z.record(z.string(), z.unknown())),
  isUploaded: z.nullish(z.boolean()),
  isCancelled: z.nullish(z.boolean()),
  isDeleted: z.nullish(z.boolean()),
})
export type SmokeballFile = z.output<typeof fileForm>
const listingForm = z.object({
  value: z.nullish(z.array(z.object({ folders: z.nullish(z.array(folderForm)), files: z.nullish(z.array(fileForm)) }))),
})

export interface Listing {
  folders: z.output<typeof folderForm>[]
  /** Also those that are being uploaded. */
  files: SmokeballFile[]
}

const pageSize = 500
const mostPages = 40

export function placeOf(id: string): SmokeballPlace {
  const [matterId = '', folderId = ''] = id.split('/')
  return { matterId, folderId }
}

/** A file is only known together with its matter. */
export function filePath(id: string): string {
  const [matterId, fileId] = id.split('/')
  return `/matters/${matterId}/documents/files/${fileId}`
}

export function folderPath({ matterId, folderId }: SmokeballPlace): string {
  return `/matters/${matterId}/documents/folders${folderId && `/${folderId}`}`
}

/** Everything in a folder: Smokeball lists folders and files together. */
export async function listFolder(api: SmokeballApi, place: SmokeballPlace): Promise<Listing> {
  const path = folderPath(place)
  const what = 'listing a folder'
  const found: Listing = { folders: [], files: [] }
  for (let page = 0; page < mostPages; page++) {
    const url = api.at(path, { Offset: page * pageSize, Limit: pageSize })
    const { value } = readAnswer(listingForm, await api.call({ method: 'GET', url, what }), what)
    const folders = (value ?? []).flatMap((each) => each.folders ?? [])
    const files = (value ?? []).flatMap((each) => each.files ?? [])
    found.folders.push(...folders)
    found.files.push(...files.filter(({ isCancelled, isDeleted }) => !isCancelled && !isDeleted))
    if (folders.length + files.length < pageSize) return found
  }
  throw problemError('rejected', 'The list of the folder in Smokeball has no end.')
}

/** Smokeball keeps a name and its extension apart. */
export function findName({ name, fileExtension }: SmokeballFile): string {
  return `${name ?? ''}${fileExtension ?? ''}`
}

export function isNamed(name: string | null | undefined, other: string): boolean {
  return name?.toLowerCase() === other.toLowerCase()
}

export function isComplete({ isUploaded }: SmokeballFile): boolean {
  return isUploaded !== false
}

export function foundOf(file: SmokeballFile, { matterId }: SmokeballPlace): FoundFile {
  const key = file.additionalData?.[keyName]
  return {
    id: `${matterId}/${file.id}`,
    size: file.sizeBytes || undefined,
    idempotencyKey: typeof key === 'string' ? key : undefined,
  }
}
