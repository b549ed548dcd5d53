import * as z from 'zod/mini'
import type { Problem } from '../connector.ts'
import type { StorePlace } from '../connector-kind.ts'
import type { FolderTurns } from '../ways/folder-turns.ts'
import { httpProblem } from '../ways/http-problem.ts'
import type { RequestLimit } from '../ways/request-limits.ts'
import type { ApiAnswer, ServiceApi } from '../ways/service-api.ts'
import type { Uploads } from '../ways/uploads.ts'
import type { WaitUntil } from './wait-until.ts'

/** Smokeball's API for one account. */
export interface SmokeballApi extends ServiceApi {
  at: (path: string, query?: Readonly<Record<string, string | number>>) => string
}

export interface SmokeballOptions {
  api: SmokeballApi
  place: StorePlace
  uploads: Uploads
  folderTurns: FolderTurns
  waitUntil: WaitUntil
}

/** What Smokeball takes of an application, in a second and at a time (its documentation, "Throttling & Limits"). */
export const usualRate: SmokeballRate = { most: 5, seconds: 1, together: 5 }

export type SmokeballRate = Omit<RequestLimit, 'key' | 'units'>

export function openSmokeballApi(api: ServiceApi, base: string): SmokeballApi {
  return {
    ...api,
    at: (path, query = {}) => {
      const url = new URL(`${base}${path}`)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
      return url.href
    },
  }
}

const errorForm = z.object({ title: z.nullish(z.string()), detail: z.nullish(z.string()) })

/** What an error of Smokeball means, with its own words where it has some. */
export function smokeballProblem(answer: ApiAnswer, what: string): Problem | undefined {
  const { data } = errorForm.safeParse(answer.json)
  const told = data?.detail ?? data?.title
  const problem = httpProblem(answer, what)
  if (!told || problem.problem === 'throttled') return undefined
  return { ...problem, sentence: `Smokeball answered ${what} with ${answer.status}: ${told.slice(0, 200)}` }
}
