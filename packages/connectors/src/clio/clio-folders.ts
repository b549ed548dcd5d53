import * as z from 'zod/mini'
import { idForm } from '../ways/read-answer.ts'
import { type ClioApi, listAll, type Query } from './clio-api.ts'

/** What a folder or a document can be in. */
export interface ClioParent {
  type: 'Matter' | 'Folder'
  id: string
}

/** A matter and a folder may have the same number. */
export function parentId({ type, id }: ClioParent): string {
  return `${type}/${id}`
}

export function parentFrom(text: string): ClioParent {
  const [type, id = ''] = text.split('/')
  return { type: type === 'Matter' ? 'Matter' : 'Folder', id }
}

const inFolderForm = z.nullish(z.object({ id: idForm, root: z.nullish(z.boolean()) }))
const folderForm = z.object({ id: idForm, name: z.nullish(z.string()), parent: inFolderForm })
type ClioFolder = z.output<typeof folderForm>

export async function childFolders(api: ClioApi, { type, id }: ClioParent): Promise<ClioFolder[]> {
  if (type === 'Matter') return (await readMatter(api, id)).children
  return listFolders(api, { parent_id: id })
}

/** Where documents directly in a parent are listed, and which of that list are directly in it. */
export interface Placement {
  query: Query
  holds: (document: { parent?: { id: string } | null | undefined }) => boolean
}

export async function placementIn(api: ClioApi, { type, id }: ClioParent): Promise<Placement> {
  if (type === 'Folder') return { query: { parent_id: id }, holds: ({ parent }) => parent?.id === id }
  const { folders, top } = await readMatter(api, id)
  const below = new Set(folders.filter((each) => each !== top).map((each) => each.id))
  return { query: { matter_id: id }, holds: ({ parent }) => !parent || !below.has(parent.id) }
}

/**
 * Reads the folders of a matter: all of them at any depth. The matter's own folder, which exists once something is in
 * it, may be among them.
 */
async function readMatter(
  api: ClioApi,
  matterId: string,
): Promise<{ folders: ClioFolder[]; top: ClioFolder | undefined; children: ClioFolder[] }> {
  const folders = await listFolders(api, { matter_id: matterId })
  const ids = new Set(folders.map(({ id }) => id))
  const top = folders.find(({ parent }) => !parent || parent.root)
  const isChild = ({ parent }: ClioFolder) => (top ? parent?.id === top.id : parent && !ids.has(parent.id))
  return { folders, top, children: folders.filter(isChild) }
}

function listFolders(api: ClioApi, query: Query): Promise<ClioFolder[]> {
  return listAll(api, {
    path: '/folders.json',
    query: { ...query, fields: 'id,name,parent{id,root}' },
    item: folderForm,
    what: 'listing folders',
  })
}
