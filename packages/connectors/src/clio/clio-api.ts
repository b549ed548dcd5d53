import * as z from 'zod/mini'
import type { Problem } from '../connector.ts'
import type { StorePlace } from '../connector-kind.ts'
import { problemError, StoreProblemError } from '../problems.ts'
import { httpProblem } from '../ways/http-problem.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ApiAnswer, ServiceApi } from '../ways/service-api.ts'
import type { Uploads } from '../ways/uploads.ts'

/** Clio's API for one account. */
export interface ClioApi extends ServiceApi {
  /** The address of a call. Clio answers with the named fields only. */
  at: (path: string, query?: Query) => string
  /** The address at which a person opens a document. */
  linkTo: (documentId: string) => string
}

/** Clio as one credential reaches it. */
export interface ClioOptions {
  api: ClioApi
  place: StorePlace
  uploads: Uploads
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export function openClioApi(api: ServiceApi, base: string): ClioApi {
  return {
    ...withinRate(api),
    at: (path, query = {}) => {
      const url = new URL(`${base}/api/v4${path}`)
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, String(value))
      return url.href
    },
    linkTo: (documentId) => `${base}/nc/#/documents/${documentId}/details`,
  }
}

const pagingForm = z.object({
  meta: z.nullish(z.object({ paging: z.nullish(z.object({ next: z.nullish(z.string()) })) })),
})
const pageSize = 200
/** More folders or documents than this of one name or in one matter are a mistake. */
const mostPages = 50

/** Returns all records of a list, page by page. */
export async function listAll<Item extends z.ZodMiniType>(
  api: ClioApi,
  { path, query, item, what }: { path: string; query: Query; item: Item; what: string },
): Promise<z.output<Item>[]> {
  const form = z.object({ data: z.array(item) })
  const found: z.output<Item>[] = []
  let token: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const url = api.at(path, { ...query, limit: pageSize, page_token: token })
    const answer = await api.call({ method: 'GET', url, what })
    found.push(...readAnswer(form, answer, what).data)
    token = nextPage(answer)
    if (token === undefined) return found
  }
  throw problemError('rejected', `Clio's list has no end at ${what}.`)
}

/** Only the token is taken from the address of the next page, so that the sign-in goes nowhere else. */
function nextPage({ json }: ApiAnswer): string | undefined {
  const next = pagingForm.safeParse(json).data?.meta?.paging?.next
  return (next && URL.parse(next)?.searchParams.get('page_token')) || undefined
}

/**
 * Waits for the next minute once none of the requests are left that Clio says it takes, instead of being refused. Those
 * under way count as well: an answer may not know of them.
 */
function withinRate(api: ServiceApi): ServiceApi {
  let left = 0
  let until = 0
  let underWay = 0
  const begin = () => {
    const retryAfterMs = until - Date.now()
    if (retryAfterMs > 0 && left <= 0)
      throw new StoreProblemError({
        problem: 'throttled',
        sentence: 'Clio takes no more requests from this account for the moment.',
        retryAfterMs,
      })
    left -= 1
  }
  return {
    ...api,
    async call(request) {
      if (request.isPresigned) return api.call(request)
      begin()
      underWay += 1
      const answer = await api.call(request).finally(() => {
        underWay -= 1
      })
      const remaining = answer.headers['x-ratelimit-remaining']
      if (remaining !== undefined) {
        left = Number(remaining) - underWay
        until = resetOf(answer)
      }
      return answer
    },
    async read(request) {
      begin()
      return api.read(request)
    },
  }
}

const longestWaitMs = 120_000

/** In seconds since 1970; a clock that is wrong makes no one wait for long. */
function resetOf({ headers }: ApiAnswer): number {
  const reset = Number(headers['x-ratelimit-reset'] ?? 0) * 1000
  return Math.min(reset, Date.now() + longestWaitMs) || 0
}

const errorForm = z.object({ error: z.object({ type: z.optional(z.string()), message: z.optional(z.string()) }) })

/** What an error of Clio means, with its own words where it has some. */
export function clioProblem(answer: ApiAnswer, what: string): Problem | undefined {
  const error = errorForm.safeParse(answer.json).data?.error
  const problem = httpProblem(answer, what)
  // Another request changes the same folder at this moment.
  if (answer.status === 409) return { problem: 'transient', sentence: `Clio is busy with the folder of ${what} (409).` }
  if (!error?.message || problem.problem === 'throttled') return undefined
  return {
    ...problem,
    sentence: `Clio answered ${what} with ${error.type ?? 'an error'} (${answer.status}): ${error.message.slice(0, 200)}`,
  }
}
