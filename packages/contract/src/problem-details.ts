import { type ApiError, errorCatalogue, type ProblemDetails } from './errors.ts'
import { describeProblem } from './messages.ts'

/** More problems than this don't help anyone correct a request, and an answer must not grow with what was sent. */
const mostProblems = 50
/** Longer than the name of any field: an unknown one is named by the sender. In characters. */
const longestField = 200

/** Returns the response body for an error. `type` links to the code's heading in docs/errors.md. */
export function problemDetails(error: ApiError): ProblemDetails {
  const { status, title } = errorCatalogue[error.code]
  const errors = error.problems
    .slice(0, mostProblems)
    .map(({ field, code }) => ({ field: shown(field), code, message: describeProblem(code) }))
  const more = error.problems.length - errors.length
  return {
    type: `https://courtcrier.org/errors#${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    ...(errors.length > 0 ? { errors } : {}),
    ...(more > 0 ? { more_errors: more } : {}),
    ...(error.current ? { current: error.current } : {}),
  }
}

function shown(field: string): string {
  return field.length > longestField ? `${field.slice(0, longestField).toWellFormed()}…` : field
}
