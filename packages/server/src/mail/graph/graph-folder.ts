import * as z from 'zod/mini'
import { folderPath } from '../imap-client.ts'
import { noSuchFolder } from '../mailboxes/no-such-folder.ts'
import type { GraphClient } from './graph-client.ts'
import { GraphProblem } from './graph-problem.ts'
import { readAs } from './read-as.ts'

/** A folder of a mailbox, as Graph knows it. */
export interface GraphFolder {
  id: string
  messages: number
}

const folderForm = z.object({
  id: z.string(),
  displayName: z.string(),
  totalItemCount: z.optional(z.number()),
  childFolderCount: z.optional(z.number()),
})
const pageForm = z.object({ value: z.array(folderForm), '@odata.nextLink': z.optional(z.string()) })
export type ListedFolder = z.output<typeof folderForm>

/** Graph's names for folders that every mailbox has, in whatever language ("mailFolder resource type"). */
const wellKnown = new Set([
  ...['archive', 'deleteditems', 'drafts', 'inbox', 'junkemail', 'outbox', 'sentitems', 'recoverableitemsdeletions'],
])

/** There is no such folder; it has the names that are there. */
export class NoSuchFolder extends Error {
  override name = 'NoSuchFolder'
}

/** Finds a folder by its path: `INBOX`, names as they are displayed, or Graph's own. Throws `NoSuchFolder`. */
export async function findFolder(client: GraphClient, folder: string): Promise<GraphFolder> {
  const { found, missing, siblings } = await walk(client, folder)
  if (missing.length === 0 && found) return { id: found.id, messages: found.totalItemCount ?? 0 }
  const names = siblings.map(({ displayName }) => displayName)
  throw new NoSuchFolder(noSuchFolder({ folder, address: client.address, names }))
}

/** Finds a folder, and creates what is missing of its path. */
export async function ensureFolder(client: GraphClient, folder: string): Promise<GraphFolder> {
  const { found, missing } = await walk(client, folder)
  let id = found?.id
  for (const displayName of missing) {
    const at = id === undefined ? '/mailFolders' : `${mailFolderPath(id)}/childFolders`
    id = readAs(folderForm, await client.ask({ method: 'POST', at, headers: ids, body: { displayName } })).id
  }
  if (id === undefined) throw new NoSuchFolder(noSuchFolder({ folder, address: client.address, names: [] }))
  return { id, messages: found?.totalItemCount ?? 0 }
}

/** Identifiers that stay the same when a message is moved. */
export const ids = { prefer: 'IdType="ImmutableId"' }

export function mailFolderPath(id: string): string {
  return `/mailFolders/${encodeURIComponent(id)}`
}

/** Follows a path as far as there are folders. */
async function walk(client: GraphClient, folder: string) {
  const missing = folderPath(folder)
  let found: ListedFolder | undefined
  let siblings: readonly ListedFolder[] = []
  for (let name = missing[0]; name !== undefined; name = missing[0]) {
    const isTop = found === undefined
    const known = isTop && name.toLowerCase() === 'inbox' ? await findKnown(client, name) : undefined
    siblings = known ? [] : await (found ? childFoldersOf(client, found.id) : topFolders(client))
    const next = known ?? siblings.find((each) => isCalled(each, name)) ?? (isTop && (await findKnown(client, name)))
    if (!next) break
    found = next
    missing.shift()
  }
  return { found, missing, siblings }
}

function isCalled({ displayName }: ListedFolder, name: string): boolean {
  return displayName.normalize().toLowerCase() === name.normalize().toLowerCase()
}

/** Returns one of the folders that every mailbox has, by Graph's own name for it. */
export async function findKnown(client: GraphClient, name: string): Promise<ListedFolder | undefined> {
  const id = name.toLowerCase().replaceAll(' ', '')
  if (!wellKnown.has(id)) return undefined
  try {
    return readAs(folderForm, await client.ask({ at: mailFolderPath(id), headers: ids }))
  } catch (error) {
    if (error instanceof GraphProblem && error.code === 'ErrorItemNotFound') return undefined
    throw error
  }
}

export function topFolders(client: GraphClient): Promise<ListedFolder[]> {
  return list(client, '/mailFolders')
}

export function childFoldersOf(client: GraphClient, id: string): Promise<ListedFolder[]> {
  return list(client, `${mailFolderPath(id)}/childFolders`)
}

async function list(client: GraphClient, at: string): Promise<ListedFolder[]> {
  const folders: ListedFolder[] = []
  let next: string | URL | undefined = `${at}?$top=100&$select=id,displayName,totalItemCount,childFolderCount`
  for (let pages = 0; next !== undefined && pages < mostPages; pages++) {
    const page: z.output<typeof pageForm> = readAs(pageForm, await client.ask({ at: next, headers: ids }))
    folders.push(...page.value)
    const link = page['@odata.nextLink']
    next = link === undefined ? undefined : client.ownUrl(link)
  }
  return folders
}

const mostPages = 50
