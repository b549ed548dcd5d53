import * as z from 'zod/mini'
import type { Problem, ProblemClass } from '../connector.ts'
import { httpProblem } from '../ways/http-problem.ts'
import type { ApiAnswer } from '../ways/service-api.ts'

const errorForm = z.object({ error: z.looseObject({ '.tag': z.string() }) })

/**
 * The tags of an error from the outside in, such as `path/conflict/file`: each names the field with the next one, or
 * leaves it to `reason`. Empty if the answer has none.
 */
export function tagsOf({ json }: Pick<ApiAnswer, 'json'>): string {
  const tags: string[] = []
  let at: unknown = errorForm.safeParse(json).data?.error
  while (isTagged(at)) {
    tags.push(at['.tag'])
    at = at[at['.tag']] ?? at.reason
  }
  return tags.join('/')
}

function isTagged(value: unknown): value is { '.tag': string } & Record<string, unknown> {
  return typeof value === 'object' && value !== null && '.tag' in value && typeof value['.tag'] === 'string'
}

/** What the innermost tag of an error means, where it isn't that another try would be refused too. */
const meanings: Readonly<Record<string, ProblemClass>> = {
  insufficient_space: 'transient',
  insufficient_quota: 'transient',
  too_many_write_operations: 'throttled',
  too_many_requests: 'throttled',
  // Of one folder.
  no_write_permission: 'transient',
  team_folder: 'transient',
  locked: 'transient',
  other: 'transient',
  internal_error: 'transient',
}

/** Of too many requests (429): in seconds (Dropbox, `RateLimitError`). */
const busyForm = z.object({ error: z.object({ retry_after: z.number() }) })

/** What an error of Dropbox means. Those of a call are 409, with tags that say more. */
export function dropboxProblem(answer: ApiAnswer, what: string): Problem | undefined {
  if (answer.status === 429) return busy(answer, what)
  const tags = tagsOf(answer)
  if (tags === '') return undefined
  const told = `Dropbox answered ${what} with ${tags} (${answer.status}).`
  if (tags === 'missing_scope') return { problem: 'auth', sentence: `${told} ${scopes}` }
  const { problem, ...rest } = httpProblem(answer, what)
  if (answer.status !== 409) return { ...rest, problem, sentence: told }
  if (tags.includes('/conflict')) return { problem: 'conflict', sentence: told }
  return { problem: meanings[tags.split('/').at(-1) ?? ''] ?? 'rejected', sentence: told }
}

/** The wait is in the header, or only in the body. */
function busy({ status, headers, json }: ApiAnswer, what: string): Problem {
  const seconds = busyForm.safeParse(json).data?.error.retry_after
  const told: Record<string, string> = seconds === undefined ? {} : { 'retry-after': String(Math.ceil(seconds)) }
  return httpProblem({ status, headers: { ...told, ...headers } }, what)
}

const scopes =
  'In the App Console, under Permissions, the app needs account_info.read, files.metadata.read, files.content.read and files.content.write; sign in again afterwards, because a refresh token keeps the permissions that it was given.'
