import type { Problem } from './messages.ts'
import type { AnyRow } from './resource.ts'

/** Every error the API answers with: HTTP status, title, and the default sentence for people. */
export const errorCatalogue = {
  invalid_input: { status: 400, title: 'Invalid input', sentence: 'Some fields need to be corrected.' },
  malformed_request: { status: 400, title: 'Malformed request', sentence: "The request couldn't be read." },
  session_expired: {
    status: 401,
    title: 'Session expired',
    sentence: 'Your session has expired. You have been logged out.',
  },
  key_refused: {
    status: 401,
    title: 'API key refused',
    sentence: "This API key isn't known here. Check that it was copied as a whole.",
  },
  login_failed: {
    status: 401,
    title: 'Login failed',
    sentence: 'The information you entered does not match the records in our system. Please try again.',
  },
  forbidden: { status: 403, title: 'Forbidden', sentence: 'Your role does not allow this.' },
  viewing_role: {
    status: 403,
    title: 'View only',
    sentence: 'You are viewing Courtcrier as another role. Leave that view to make changes.',
  },
  confirmation_required: {
    status: 403,
    title: 'Confirmation required',
    sentence: 'Confirm that it is you, then try again.',
  },
  second_factor_required: {
    status: 403,
    title: 'Second factor required',
    sentence: 'Your role requires a second factor. Add one to continue.',
  },
  not_found: { status: 404, title: 'Not found', sentence: 'Record not found.' },
  email_unknown: { status: 404, title: 'Not found', sentence: "Email doesn't exist." },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    sentence: 'This URL has no such method.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    sentence: 'Accept application/json or application/x-protobuf.',
  },
  too_slow: {
    status: 408,
    title: 'Request timeout',
    sentence: 'The request took too long to arrive. Check your connection and try again.',
  },
  not_unique: {
    status: 409,
    title: 'Entity already exists',
    sentence: 'Error code: 409. Entity already exists. Make sure fields are unique.',
  },
  in_use: { status: 409, title: 'In use', sentence: 'Other records refer to this one.' },
  wrong_state: { status: 409, title: 'Invalid state', sentence: "The item's status doesn't allow this." },
  amount_changed: {
    status: 409,
    title: 'Amount changed',
    sentence: 'The amount has changed since you agreed to it. Nothing was ordered.',
  },
  no_provider: {
    status: 409,
    title: 'No provider',
    sentence: 'Courtcrier has no provider of court records for your firm, so nothing was ordered.',
  },
  key_in_use: {
    status: 409,
    title: 'Key in use',
    sentence:
      "A request with this Idempotency-Key is being carried out, or was interrupted and its outcome isn't known.",
  },
  changed_meanwhile: {
    status: 412,
    title: 'Record changed',
    sentence: 'Someone changed this record while you were editing it. Nothing was saved.',
  },
  too_large: { status: 413, title: 'Too large', sentence: 'The request is too large.' },
  address_too_long: {
    status: 414,
    title: 'URI too long',
    sentence: "The request's URL is too long. Select less at once.",
  },
  wrong_media_type: { status: 415, title: 'Unsupported media type', sentence: 'Send JSON or protobuf.' },
  key_reused: {
    status: 422,
    title: 'Key reused',
    sentence: 'This Idempotency-Key was sent with another request.',
  },
  too_broad: {
    status: 422,
    title: 'Too many results',
    sentence: 'Too many results, please enter more specific keywords',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    sentence: 'Too many attempts. Wait and try again.',
  },
  internal: { status: 500, title: 'Internal server error', sentence: 'Error code: 500. Internal server error' },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    sentence: "Courtcrier is starting or can't reach its database. Try again shortly.",
  },
} as const satisfies Record<string, { status: number; title: string; sentence: string }>
export type ErrorCode = keyof typeof errorCatalogue

/** RFC 9457 problem details, with the invalid fields under `errors`. */
export interface ProblemDetails {
  type: string
  title: string
  status: number
  detail: string
  code: ErrorCode
  errors?: readonly { field: string; code: string; message: string }[]
  /** How many more problems there are than `errors` has. */
  more_errors?: number
  /** The current record, if it is the reason. */
  current?: AnyRow
}

/** An expected refusal to return to the API's caller. */
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
  /** The current record, as JSON and without what the caller may not see. */
  current?: AnyRow
  cause?: unknown
}
