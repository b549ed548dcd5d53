import * as z from 'zod/mini'
import type { Problem } from '../connector.ts'
import { httpProblem } from '../ways/http-problem.ts'
import type { ApiAnswer } from '../ways/service-api.ts'

const errorForm = z.object({
  error: z.object({
    code: z.optional(z.string()),
    code_message: z.optional(z.string()),
    message: z.optional(z.string()),
  }),
})

/** What an error of iManage means, with its own words where it has some. */
export function imanageProblem(answer: ApiAnswer, what: string): Problem | undefined {
  const { data } = errorForm.safeParse(answer.json)
  const problem = httpProblem(answer, what)
  // Names need not be unique there, so such an answer is about something that passes: a lock, or a document in use.
  const { problem: kind } = problem.problem === 'conflict' ? { problem: 'transient' as const } : problem
  const told = data && [data.error.code, data.error.code_message ?? data.error.message].filter(Boolean).join(': ')
  if (!told) return { ...problem, problem: kind }
  return {
    ...problem,
    problem: kind,
    sentence: `The DMS answered ${what} with ${told.slice(0, 300)} (${answer.status}).`,
  }
}
