import * as z from 'zod/mini'
import { problemError, type StoreProblemError } from '../problems.ts'
import type { ApiAnswer } from './service-api.ts'

/** Returns an answer's body in the form it should have. Throws a problem if it has another: what was done is unknown. */
export function readAnswer<Form extends z.ZodMiniType>(
  form: Form,
  { json }: Pick<ApiAnswer, 'json'>,
  what: string,
): z.output<Form> {
  const read = form.safeParse(json)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const where = issue?.path.join('.') || 'the whole answer'
  throw problemError('transient', `The DMS answered ${what} in an unexpected form (${where}).`)
}

/** For an ID that could be anything else, and so gets into no address. */
export function unknownId(): StoreProblemError {
  return problemError('transient', 'The DMS answered with an ID in an unexpected form.')
}

/** IDs that some services send as numbers and others as text. */
export const idForm = z.pipe(z.union([z.string().check(z.minLength(1)), z.number()]), z.transform(String))
