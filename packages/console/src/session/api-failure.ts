import { errorCatalogue, type ProblemDetails } from '@courtcrier/contract/errors.ts'
import { translated } from '../ui/translated.ts'

/** A failed call. `status` is 0 if there was no response. Its message is in the console's language if translated. */
export class ApiFailure extends Error {
  readonly status: number
  readonly problem?: ProblemDetails

  constructor(status: number, options: { problem?: ProblemDetails; sentence?: string; cause?: unknown } = {}) {
    const sentence = options.sentence ?? options.problem?.detail ?? `The server answered ${status}.`
    super(translated(sentence), { cause: options.cause })
    this.status = status
    this.problem = options.problem
  }
}

/** Returns whether the error is an aborted call whose response is no longer needed. */
export function isCalledOff(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/**
 * Returns whether a failed refresh says nothing about what is shown: the server couldn't be reached, or answer. What is
 * shown then stays, and with it what someone is typing there.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/** Returns the failure described by a response. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const problem = await readProblem(response)
  return new ApiFailure(response.status, { problem, sentence: problem ? undefined : sentenceOf(response.status) })
}

async function readProblem(response: Response): Promise<ProblemDetails | undefined> {
  if (!response.headers.get('content-type')?.includes('json')) return undefined
  try {
    const body = (await response.json()) as Partial<ProblemDetails>
    return typeof body.detail === 'string' && typeof body.code === 'string' ? (body as ProblemDetails) : undefined
  } catch {
    // Truncated or malformed: only the status is used.
    return undefined
  }
}

function sentenceOf(status: number): string | undefined {
  return Object.values(errorCatalogue).find((entry) => entry.status === status)?.sentence
}
