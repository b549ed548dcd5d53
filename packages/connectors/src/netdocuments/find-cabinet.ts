import * as z from 'zod/mini'
import type { PlaceSettings } from '../connector-kind.ts'
import { problemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { entryId, isSameName } from './contents.ts'
import { asJson } from './hosts.ts'

const cabinetsForm = z.array(
  z.object({
    id: z.string(),
    name: z.nullish(z.string()),
    repositoryId: z.nullish(z.string()),
    /** The number of the attribute whose values are workspaces; 0 without workspaces. */
    wsAttrNum: z.nullish(z.union([z.number(), z.string()])),
  }),
)

/** Finds the cabinet among those of the account, and whether it has workspaces. */
export async function findCabinet(
  api: ServiceApi,
  url: string,
  { cabinet: wanted, repository }: PlaceSettings,
): Promise<{ hasWorkspaces: boolean }> {
  const what = 'looking for the cabinet'
  const cabinets = readAnswer(cabinetsForm, await api.call({ method: 'GET', url, what }), what)
  const cabinet = cabinets.find(({ id }) => isSameName(id, wanted ?? ''))
  if (!cabinet) throw problemError('auth', invisible(wanted ?? '', cabinets))
  const { repositoryId } = cabinet
  if (repository && repositoryId && !isSameName(repositoryId, repository))
    throw problemError(
      'auth',
      `The cabinet ${wanted} is in the NetDocuments repository ${repositoryId}, not in ${repository}. Correct one of them.`,
    )
  return { hasWorkspaces: Number(cabinet.wsAttrNum ?? 0) > 0 }
}

function invisible(cabinet: string, cabinets: z.output<typeof cabinetsForm>): string {
  const seen = cabinets.slice(0, 10).map(({ id, name }) => (name ? `${name} (${id})` : id))
  const others = seen.length > 0 ? `only ${seen.join(', ')}` : 'and no other'
  return `This account sees no cabinet ${cabinet}, ${others}. Make it a member of the cabinet, or correct the cabinet's ID.`
}

const workspaceForm = z.object({ standardAttributes: z.object({ id: entryId }) })

/**
 * Returns the workspace of a matter, which NetDocuments makes when it is first asked for; undefined if it doesn't know
 * the keys.
 */
export async function findWorkspace(
  api: ServiceApi,
  at: (path: string) => string,
  { cabinet, client, matter }: { cabinet: string; client: string; matter: string },
): Promise<string | undefined> {
  const what = `looking for the workspace of "${client}/${matter}"`
  const keys = [cabinet, client, matter].map(encodeURIComponent).join('/')
  const url = at(`/v1/Workspace/${keys}/info`)
  const answer = await api.call({ method: 'GET', url, what, headers: asJson, meant: [400, 404] })
  if (answer.status === 400 || answer.status === 404) return undefined
  return readAnswer(workspaceForm, answer, what).standardAttributes.id
}
