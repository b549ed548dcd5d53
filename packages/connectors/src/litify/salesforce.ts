import * as z from 'zod/mini'
import type { Problem, ProblemClass } from '../connector.ts'
import { problemError } from '../problems.ts'
import { httpProblem } from '../ways/http-problem.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ApiAnswer, ServiceApi } from '../ways/service-api.ts'
import type { Soql } from './soql.ts'

/** Salesforce's REST API of one organization. */
export interface Salesforce {
  api: ServiceApi
  /** The address of the organization. */
  base: string
  /** The address of a resource. */
  at: (path: string) => string
  /** The API name of the field of ContentVersion that has the keys of copies; undefined without one. */
  keyField: string | undefined
}

const version = 'v61.0'

export function openSalesforce(api: ServiceApi, base: string, keyField: string | null): Salesforce {
  return { api, base, at: (path) => `${base}/services/data/${version}${path}`, keyField: keyField ?? undefined }
}

interface Asking<Form> {
  text: Soql
  record: Form
  what: string
}

/** A query that finds more pages of 2,000 records than this is a mistake. */
const mostPages = 10

/** Returns all records of a query. */
export async function query<Form extends z.ZodMiniType>(
  { api, at }: Salesforce,
  { text, record, what }: Asking<Form>,
): Promise<z.output<Form>[]> {
  const form = z.object({ records: z.array(record), nextRecordsUrl: z.nullish(z.string()) })
  const found: z.output<Form>[] = []
  let path = `/query?q=${encodeURIComponent(text.soql)}`
  for (let page = 0; page < mostPages; page++) {
    const answer = readAnswer(form, await api.call({ method: 'GET', url: at(path), what }), what)
    found.push(...answer.records)
    if (!answer.nextRecordsUrl) return found
    // Only the last part is taken from the address, so that the sign-in goes nowhere else.
    path = `/query/${encodeURIComponent(answer.nextRecordsUrl.split('/').at(-1) ?? '')}`
  }
  throw problemError('rejected', `Salesforce's list has no end at ${what}.`)
}

const errorsForm = z.array(z.object({ errorCode: z.string(), message: z.optional(z.string()) })).check(z.minLength(1))

/** The code of an error of Salesforce; undefined if the answer has none. */
export function errorCodeIn({ json }: Pick<ApiAnswer, 'json'>): string | undefined {
  return errorsForm.safeParse(json).data?.[0]?.errorCode
}

/** What an error means, where its status doesn't say it. */
const meanings: Readonly<Record<string, ProblemClass>> = {
  REQUEST_LIMIT_EXCEEDED: 'throttled',
  STORAGE_LIMIT_EXCEEDED: 'transient',
  UNABLE_TO_LOCK_ROW: 'transient',
  QUERY_TIMEOUT: 'transient',
  INVALID_TYPE: 'auth',
  INVALID_FIELD: 'auth',
  INVALID_FIELD_FOR_INSERT_UPDATE: 'auth',
  // Another attempt at the same copy was faster, and the next one finds its file.
  DUPLICATE_VALUE: 'transient',
  API_DISABLED_FOR_ORG: 'auth',
  // Of one matter or file.
  INSUFFICIENT_ACCESS_OR_READONLY: 'transient',
  INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY: 'transient',
}

/** What an error of Salesforce means, with its own words. */
export function salesforceProblem(answer: ApiAnswer, what: string): Problem | undefined {
  const [error] = errorsForm.safeParse(answer.json).data ?? []
  if (!error) return undefined
  const { errorCode, message = '' } = error
  const told = `Salesforce answered ${what} with ${errorCode} (${answer.status}): ${message.slice(0, 200).replace(/\.$/, '')}.`
  const { problem, ...rest } = httpProblem(answer, what)
  const meaning = meanings[errorCode] ?? problem
  const lacksRights = meaning === 'auth' || errorCode.startsWith('INSUFFICIENT_ACCESS')
  return { ...rest, problem: meaning, sentence: lacksRights ? `${told} ${rights}` : told }
}

const rights =
  'The user that the external client app runs as needs the API, the permission sets of Litify, and access to the matters.'
