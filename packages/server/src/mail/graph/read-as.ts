import type * as z from 'zod/mini'
import { GraphProblem } from './graph-problem.ts'

/** Returns an answer in the form it should have. Throws a `GraphProblem` if it has another. */
export function readAs<Form extends z.ZodMiniType>(form: Form, answer: unknown): z.output<Form> {
  const read = form.safeParse(answer)
  if (read.success) return read.data
  const sentence = 'Microsoft Graph answered in an unexpected form.'
  throw new GraphProblem(sentence, { status: 502, code: 'unknownForm', cause: read.error })
}
