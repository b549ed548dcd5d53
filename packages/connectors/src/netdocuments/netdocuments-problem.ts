import * as z from 'zod/mini'
import type { Problem } from '../connector.ts'
import { httpProblem } from '../ways/http-problem.ts'
import type { ApiAnswer } from '../ways/service-api.ts'

const errorForm = z.object({
  error: z.optional(z.string()),
  message: z.optional(z.string()),
  Message: z.optional(z.string()),
})

/** What an error of NetDocuments means, with its own words where it has some. */
export function netdocumentsProblem(answer: ApiAnswer, what: string): Problem | undefined {
  const problem = httpProblem(answer, what)
  // Names need not be unique there, so such an answer is about something that passes, such as a lock.
  const { problem: kind } = problem.problem === 'conflict' ? { problem: 'transient' as const } : problem
  const { data } = errorForm.safeParse(answer.json)
  const told = data && [data.error, data.message ?? data.Message].filter(Boolean).join(': ')
  if (!told) return { ...problem, problem: kind }
  return {
    ...problem,
    problem: kind,
    sentence: `The DMS answered ${what} with ${told.slice(0, 300)} (${answer.status}).`,
  }
}
