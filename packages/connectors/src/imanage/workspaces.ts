import { pickMatter } from '../pick-matter.ts'
import { problemError, type StoreProblemError } from '../problems.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { type Entry, idOf, isSameName } from './answers.ts'
import { listAll } from './list-all.ts'

/** A client, the folder above its matters' workspaces, which is not in iManage. */
const clientMark = 'client:'

export function isClient(folderId: string): boolean {
  return folderId.startsWith(clientMark)
}

/** The workspaces of a library. People create them. */
export interface Workspaces {
  /** Finds a workspace by its name. Where none has it, the name may be a client's number. */
  find: (name: string) => Promise<string>
  /** Finds the workspace of a client's matter by the numbers in its profile. */
  findOfMatter: (client: string, matter: string) => Promise<string | undefined>
  /** The problem that there is none. */
  missing: (client: string, matter?: string) => StoreProblemError
}

export function openWorkspaces(api: ServiceApi, at: (path: string) => string, library: string): Workspaces {
  const search = (query: Readonly<Record<string, string>>, what: string) =>
    listAll(api, at(`workspaces?${new URLSearchParams(query)}`), what)
  return {
    async find(name) {
      // The library also finds names that only contain this one.
      const entries = await search({ name }, `looking for the workspace "${name}"`)
      const [workspace, ...others] = entries.filter((entry) => isSameName(entry.name, name))
      if (others.length > 0) throw problemError('rejected', ambiguousWorkspace(name, library))
      return workspace ? apiPathOf(workspace) : `${clientMark}${name}`
    },
    async findOfMatter(client, matter) {
      const number = numberOf(client)
      // All of the client, because a folder name may differ from the matter's number in its punctuation.
      const entries = await search({ custom1: number }, `looking for the workspace of "${number}/${matter}"`)
      const ofClient = entries.filter((entry) => isSameName(entry.custom1, number))
      const found = pickMatter(
        ofClient.map((entry) => ({ id: entry.id, numbers: [entry.custom2], entry })),
        matter,
      )
      return found && apiPathOf(found.entry)
    },
    missing: (client, matter) => problemError('missing', noWorkspace({ library, name: numberOf(client), matter })),
  }
}

function apiPathOf(entry: Entry): string {
  return `workspaces/${idOf(entry)}`
}

function numberOf(client: string): string {
  return client.slice(clientMark.length)
}

interface Missing {
  library: string
  name: string
  matter: string | undefined
}

function noWorkspace({ library, name, matter }: Missing): string {
  if (matter === undefined)
    return `The library ${library} has no workspace called "${name}" that this account sees, and Courtcrier creates no workspaces. Create it in iManage, or change the first folder of the policy's path.`
  return `The library ${library} has no workspace called "${name}", and none of the client "${name}" (custom1) and the matter "${matter}" (custom2), that this account sees. Courtcrier creates no workspaces. Create it in iManage, or let the policy's path begin with a workspace's name, or with the numbers of the client and the matter.`
}

function ambiguousWorkspace(name: string, library: string): string {
  return `The library ${library} has several workspaces called "${name}", so nothing was saved in any. Rename them, or let the policy's path begin with a name that only one has, or with the numbers of the client and the matter.`
}
