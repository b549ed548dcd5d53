import * as z from 'zod/mini'
import type { Problem } from '../connector.ts'
import { problemError, type StoreProblemError } from '../problems.ts'
import { httpProblem } from '../ways/http-problem.ts'
import type { ApiAnswer } from '../ways/service-api.ts'

const errorForm = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })

/** Codes of a state that passes (Box developer guide, "Common errors"). */
const temporary: readonly string[] = ['name_temporarily_reserved', 'operation_blocked_temporary']
const passing: readonly string[] = [...temporary, 'conflict']

/** Whether an answer is about a moment, even if it names an item that is in the way: another request makes it. */
export function isTemporary({ json }: Pick<ApiAnswer, 'json'>): boolean {
  return temporary.includes(errorForm.safeParse(json).data?.code ?? '')
}

/** What an error of Box means, with its own words where it has some. */
export function boxProblem(answer: ApiAnswer, what: string): Problem | undefined {
  const { data } = errorForm.safeParse(answer.json)
  if (!data?.code) return undefined
  const told = `Box answered ${what} with ${data.code} (${answer.status})${data.message ? `: ${data.message.slice(0, 200)}` : ''}.`
  if (passing.includes(data.code)) return { problem: 'transient', sentence: told }
  if (data.code === 'storage_limit_exceeded')
    return { problem: 'transient', sentence: `There is no space left. ${told}` }
  return { ...httpProblem(answer, what), sentence: told }
}

/** The error for a conflict (409) or a mismatch (412) that isn't about a name, and passes. */
export function passingProblem(answer: ApiAnswer, what: string): StoreProblemError {
  const told = boxProblem(answer, what)?.sentence
  return problemError('transient', told ?? `Box answered ${what} with a conflict that passes (${answer.status}).`)
}
