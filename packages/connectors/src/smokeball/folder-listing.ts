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
  /** A link, if there is another page. */
  next: z.nullish(z.unknown()),
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

/**
 * Everything in a folder: Smokeball lists folders and files together. Pages are followed until one has nothing new, since
 * a listing may have more entries than were asked for, or fewer and a next one.
 */
export async function listFolder(api: SmokeballApi, place: SmokeballPlace): Promise<Listing> {
  const path = folderPath(place)
  const what = 'listing a folder'
  const folders = new Map<string, Listing['folders'][number]>()
  const files = new Map<string, SmokeballFile>()
  for (let page = 0, offset = 0; page < mostPages; page++) {
    const url = api.at(path, { Offset: offset, Limit: pageSize })
    const { value, next } = readAnswer(listingForm, await api.call({ method: 'GET', url, what }), what)
    const before = folders.size + files.size
    const entries = (value ?? []).flatMap((each) => [...(each.folders ?? []), ...(each.files ?? [])])
    for (const each of (value ?? []).flatMap((listing) => listing.folders ?? [])) folders.set(each.id, each)
    for (const each of (value ?? []).flatMap((listing) => listing.files ?? [])) files.set(each.id, each)
    offset += entries.length
    const isLast = entries.length === 0 || (entries.length < pageSize && !next)
    const isRepeated = folders.size + files.size === before && entries.length > pageSize
    if (isLast || isRepeated)
      return {
        folders: [...folders.values()],
        files: [...files.values()].filter(({ isCancelled, isDeleted }) => !isCancelled && !isDeleted),
      }
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
