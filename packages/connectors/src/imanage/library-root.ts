import * as z from 'zod/mini'
import type { PlaceSettings } from '../connector-kind.ts'
import { problemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { containerForm, isSameName, libraryId } from './answers.ts'

const aboutForm = z.object({
  data: z.object({
    user: z.object({ customer_id: z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]) }),
    work: z.optional(z.object({ libraries: z.optional(z.array(z.object({ alias: z.nullish(z.string()) }))) })),
  }),
})

interface CustomerLookup {
  api: ServiceApi
  origin: string
  settings: PlaceSettings
}

/** Asks who is signed in: the customer of the account counts, whatever was entered, and the library must be theirs. */
export async function findCustomer({ api, origin, settings }: CustomerLookup): Promise<number> {
  const what = 'asking for the customer ID'
  const answer = await api.call({ method: 'GET', url: `${origin}/work/api`, what, meant: [404] })
  if (answer.status === 404) {
    if (settings.customerId) return settings.customerId
    throw problemError('auth', "This server doesn't say the customer ID of the account. Enter it.")
  }
  const { user, work } = readAnswer(aboutForm, answer, what).data
  const libraries = work?.libraries?.flatMap(({ alias }) => alias ?? []) ?? []
  const library = settings.database ?? ''
  if (libraries.length > 0 && !libraries.some((alias) => isSameName(alias, library)))
    throw problemError('auth', otherLibraries(library, libraries))
  return Number(user.customer_id)
}

function otherLibraries(library: string, libraries: readonly string[]): string {
  return `This account sees no library "${library}", only ${libraries.slice(0, 10).join(', ')}. Correct the library, or give the account access to it.`
}

/** Returns the path of the credential's folder, which may also be a workspace. */
export async function findRoot(
  api: ServiceApi,
  at: (path: string) => string,
  { folderId, library }: { folderId: string; library: string },
): Promise<string> {
  const id = folderId.includes('!') ? folderId : `${library}!${folderId}`
  if (!libraryId.safeParse(id).success)
    throw problemError('auth', `"${folderId}" isn't the ID of a folder in iManage, such as ${library}!987.`)
  const what = 'looking at the folder of the credential'
  for (const kind of ['folders', 'workspaces']) {
    const answer = await api.call({ method: 'GET', url: at(`${kind}/${id}`), what, meant: [404] })
    if (answer.status !== 404) return `${kind}/${readAnswer(containerForm, answer, what).data.id}`
  }
  throw problemError('auth', unseenFolder(id))
}

function unseenFolder(id: string): string {
  return `This account sees no folder ${id}. Give it access to the folder, with the right to create documents.`
}
