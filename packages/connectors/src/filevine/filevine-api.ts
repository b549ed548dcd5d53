import * as z from 'zod/mini'
import { problemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { RequestLimit } from '../ways/request-limits.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import type { FilevineHosts } from './hosts.ts'

/** Filevine's API for one organization. Names in its answers are in lower case. */
export interface FilevineApi extends ServiceApi {
  at: (path: string, query?: Query) => string
  /** The address at which a person finds a project's documents: Filevine publishes none of a document. */
  linkTo: (projectId: string) => string
  /** Notes the address that Filevine says a project has. */
  noteAddress: (projectId: string, address: string | null | undefined) => void
}

export type Query = Readonly<Record<string, string | number | undefined>>

export function openFilevineApi(api: ServiceApi, { api: base, app }: Pick<FilevineHosts, 'api' | 'app'>): FilevineApi {
  const addresses = new Map<string, string>()
  return {
    ...api,
    call: async (request) => {
      const answer = await api.call(request)
      return { ...answer, json: lowerCased(answer.json) }
    },
    at: (path, query = {}) => {
      const url = new URL(`${base}${path}`)
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, String(value))
      return url.href
    },
    linkTo: (projectId) => addresses.get(projectId) ?? `${app}/#/project/${projectId}`,
    noteAddress(projectId, address) {
      if (!isOfProject(address, { projectId, app })) return
      if (addresses.size >= mostNoted) addresses.clear()
      addresses.set(projectId, address)
    },
  }
}

const mostNoted = 1000

/** What the address is of is published nowhere: it counts if it is a page of the project, where people work. */
function isOfProject(
  address: string | null | undefined,
  { projectId, app }: { projectId: string; app: string },
): address is string {
  const url = URL.parse(address ?? '')
  const isPage = url?.protocol === 'https:' && url.href.split(/[^\w-]/).includes(projectId)
  return isPage && (url.origin === app || /(?:^|\.)filevine(?:app|gov)?\.(?:com|ca)$/.test(url.hostname))
}

/** What Filevine takes of one account in a minute, for each of its calls (Filevine, "API rate limits"). */
export function filevineLimits(credentialId: string) {
  return ({ method, url }: { method: string; url: URL }): readonly RequestLimit[] => {
    const call = `${method} ${url.pathname.replace(/\d+/g, '#')}`
    return [{ key: `filevine ${credentialId} ${call}`, most: /BillingItem/i.test(call) ? 250 : 320, seconds: 60 }]
  }
}

/** The description writes `ProjectId`, the gateway and the older API `projectId`, and some calls `projectID`. */
export function lowerCased(json: unknown, depth = 0): unknown {
  if (json === null || typeof json !== 'object') return json
  // What is nested deeper than anything of Filevine's isn't its answer.
  if (depth > deepest) return null
  if (Array.isArray(json)) return json.map((each) => lowerCased(each, depth + 1))
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name.toLowerCase(), lowerCased(value, depth + 1)]),
  )
}

const deepest = 50

/** An ID: Filevine's own, and the one that a program gave. */
export const identifierForm = z.object({ native: z.number(), partner: z.nullish(z.string()) })

/** Its older API and its gateway know up to a thousand records at a time. */
const pageSize = 1000
const mostPages = 20

interface Listing<Item extends z.ZodMiniType> {
  path: string
  query: Query
  item: Item
  what: string
}

/** Returns all records of a list, page by page. What isn't there is answered as what isn't allowed. */
export async function listAll<Item extends z.ZodMiniType>(
  api: FilevineApi,
  { path, query, item, what }: Listing<Item>,
): Promise<z.output<Item>[]> {
  const form = z.object({ items: z.array(item), hasmore: z.nullish(z.boolean()) })
  const found: z.output<Item>[] = []
  for (let page = 0; page < mostPages; page++) {
    const url = api.at(path, { ...query, limit: pageSize, offset: found.length })
    const answer = await api.call({ method: 'GET', url, what })
    const { items, hasmore: isMore } = readAnswer(form, answer, what)
    found.push(...items)
    if (!isMore || items.length === 0) return found
  }
  throw problemError('rejected', `Filevine's list has no end at ${what}.`)
}
