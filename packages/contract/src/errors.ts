import { describeProblem, type Problem } from './messages.ts'
import type { AnyRow } from './resource.ts'

/** Every error the API answers with: HTTP status, title, and the sentence a person reads when none more fitting is given. */
export const errorCatalogue = {
  invalid_input: { status: 400, title: 'Invalid input', sentence: 'Some fields are not right.' },
  malformed_request: { status: 400, title: 'Malformed request', sentence: 'The request cannot be read.' },
  session_expired: {
    status: 401,
    title: 'Session expired',
    sentence: 'Your session has expired. You have been logged out.',
  },
  login_failed: {
    status: 401,
    title: 'Log-in failed',
    sentence: 'The information you entered does not match the records in our system. Please try again.',
  },
  forbidden: { status: 403, title: 'Forbidden', sentence: 'Your role does not allow this.' },
  viewing_role: {
    status: 403,
    title: 'Only looking',
    sentence: 'You are looking at Courtcrier as another role. Leave that view to change anything.',
  },
  not_found: { status: 404, title: 'Not found', sentence: 'There is no such record.' },
  email_unknown: { status: 404, title: 'Not found', sentence: "Email doesn't exist." },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    sentence: 'Accept application/json or application/x-protobuf.',
  },
  not_unique: {
    status: 409,
    title: 'Entity already exists',
    sentence: 'Error code: 409. Entity already exists. Make sure fields are unique.',
  },
  in_use: { status: 409, title: 'In use', sentence: 'Other records lead to this one.' },
  wrong_state: { status: 409, title: 'Not possible now', sentence: 'The item is in a state that does not allow this.' },
  amount_changed: {
    status: 409,
    title: 'Another amount',
    sentence: 'The amount is not the one you agreed to any more. Nothing was ordered.',
  },
  no_provider: {
    status: 409,
    title: 'No provider',
    sentence: 'No provider is configured. An administrator sets one up under Provider credentials.',
  },
  changed_meanwhile: {
    status: 412,
    title: 'Changed meanwhile',
    sentence: 'Somebody changed this record while you were editing it. Nothing was saved.',
  },
  too_large: { status: 413, title: 'Too large', sentence: 'What was sent is too large.' },
  address_too_long: {
    status: 414,
    title: 'Address too long',
    sentence: 'The address of this request is too long. Ask for less at once.',
  },
  wrong_media_type: { status: 415, title: 'Unsupported media type', sentence: 'Send JSON or protobuf.' },
  too_broad: {
    status: 422,
    title: 'Too many results',
    sentence: 'Too many results, please enter more specific keywords',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    sentence: 'Too many attempts. Please wait and try again.',
  },
  internal: { status: 500, title: 'Internal server error', sentence: 'Error code: 500. Internal server error' },
  unavailable: {
    status: 503,
    title: 'Not available now',
    sentence: 'Courtcrier is starting or its database cannot be reached. Try again shortly.',
  },
} as const satisfies Record<string, { status: number; title: string; sentence: string }>
export type ErrorCode = keyof typeof errorCatalogue

/** RFC 9457 problem details, with the fields that are wrong under `errors`. */
export interface ProblemDetails {
  type: string
  title: string
  status: number
  detail: string
  code: ErrorCode
  errors?: readonly { field: string; code: string; message: string }[]
  /** The record as it is now, where that is why. */
  current?: AnyRow
}

/** An expected refusal on its way to the caller of the API. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly problems: readonly Problem[]
  readonly current: AnyRow | undefined

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.sentence ?? errorCatalogue[code].sentence, { cause: options.cause })
    this.code = code
    this.problems = options.problems ?? []
    this.current = options.current
  }
}

interface ApiErrorOptions {
  sentence?: string
  problems?: readonly Problem[]
  /** The record as it is now, as JSON and without what the caller may not see. */
  current?: AnyRow
  cause?: unknown
}

/** What the caller is told of an error. `type` leads to the heading of the code in docs/errors.md. */
export function problemDetails(error: ApiError): ProblemDetails {
  const { status, title } = errorCatalogue[error.code]
  const errors = error.problems.map(({ field, code }) => ({ field, code, message: describeProblem(code) }))
  return {
    type: `https://courtcrier.org/errors#${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    ...(errors.length > 0 ? { errors } : {}),
    ...(error.current ? { current: error.current } : {}),
  }
}
