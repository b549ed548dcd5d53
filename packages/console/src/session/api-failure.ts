import { errorCatalogue, type ProblemDetails } from '@courtcrier/contract/errors.ts'

/** A call that did not succeed. `status` is 0 when no answer came. */
export class ApiFailure extends Error {
  readonly status: number
  readonly problem?: ProblemDetails

  constructor(status: number, options: { problem?: ProblemDetails; sentence?: string; cause?: unknown } = {}) {
    super(options.sentence ?? options.problem?.detail ?? `The server answered ${status}.`, { cause: options.cause })
    this.status = status
    this.problem = options.problem
  }
}

/** Whether the error is a call that was called off because its answer is no longer wanted. */
export function isCalledOff(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** The failure an answer stands for. */
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
    // Cut off, or not what it says it is: the status has to do.
    return undefined
  }
}

function sentenceOf(status: number): string | undefined {
  return Object.values(errorCatalogue).find((entry) => entry.status === status)?.sentence
}
