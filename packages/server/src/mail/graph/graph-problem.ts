/** Why Microsoft Graph didn't do something: its answer, or that there was none. */
export class GraphProblem extends Error {
  override name = 'GraphProblem'
  /** The status of its answer; 0 if there was none. */
  readonly status: number
  /** Its code, such as `ErrorAccessDenied`; that of the failed connection if there was no answer. */
  readonly code: string
  /** How long it asked to wait, in milliseconds. */
  readonly waitMs: number | undefined

  constructor(sentence: string, { status, code, waitMs, cause }: GraphProblemOptions) {
    super(sentence, { cause })
    this.status = status
    this.code = code
    this.waitMs = waitMs
  }
}

interface GraphProblemOptions {
  status: number
  code: string
  waitMs?: number | undefined
  cause?: unknown
}

/** What was asked for, for sentences. */
export interface GraphAccess {
  host: string
  address: string
  /** What the application needs for it. */
  permission: 'Mail.ReadWrite' | 'Mail.Send'
}

interface Refusal {
  status: number
  code: string
  message: string
}

/**
 * Says what an answer of Microsoft Graph means and what to do, by the codes of "Microsoft Graph error responses" and of
 * Exchange ("ResponseCode", EWS), which it passes on.
 */
export function sentenceOfRefusal({ status, code, message }: Refusal, asked: GraphAccess): string {
  const { host, address, permission } = asked
  if (status === 429) return `${host} asked to wait: too much is requested of the mailbox of ${address}.`
  if (status >= 500) return `${host} can't answer now (${quoted(code, message, status)}).`
  if (status === 401)
    return `${host} refuses the token for the mailbox of ${address}. The scope must be that of Microsoft Graph, usually https://graph.microsoft.com/.default.`
  if (/AppOnly AccessPolicy/i.test(message))
    return `An application access policy keeps the application out of the mailbox of ${address}. Add the mailbox to the policy's group; Test-ApplicationAccessPolicy says whether it counts, which takes up to an hour.`
  if (code === 'ErrorSendAsDenied')
    return `Microsoft doesn't let the application send as ${address}. Enter an address of the mailbox itself, or allow SendAs for it.`
  if (isNotServed(code))
    return `Microsoft Graph can't reach the mailbox of ${address}: it has no Exchange Online license, or is on a server of your own.`
  if (code === 'ErrorInvalidUser' || code === 'Request_ResourceNotFound' || code === 'ResourceNotFound')
    return `There is no mailbox ${address} in this directory. Check the address and the directory (tenant) ID.`
  if (status === 403)
    return `Microsoft accepts the application, but doesn't let it use the mailbox of ${address}. Grant it the application permission ${permission} of Microsoft Graph with admin consent, or include the mailbox in its RBAC scope; a right takes up to two hours to count.`
  return `${host} refuses what was asked: ${quoted(code, message, status)}.`
}

/** Whether Graph serves no such mailbox, whatever the application may do. */
function isNotServed(code: string): boolean {
  return /^Mailbox(?:NotEnabled|NotSupported)ForRESTAPI$|^MailboxNotHostedInExchangeOnline$/i.test(code)
}

/** Whether what is wrong is a setting, so that another attempt soon wouldn't help. */
export function isSettingProblem({ status, code }: Pick<GraphProblem, 'status' | 'code'>): boolean {
  return status === 401 || status === 403 || isNotServed(code) || code === 'ErrorInvalidUser'
}

/** Says why there was no answer. */
export function sentenceOfSilence(error: unknown, host: string): string {
  return silence(codeOf(error), { host, message: error instanceof Error ? error.message : String(error) })
}

function silence(code: string, { host, message }: { host: string; message: string }): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `There is no server named ${host}, or DNS does not answer.`
  if (code === 'ECONNREFUSED') return `Nothing listens at ${host}.`
  if (code === 'TIMEOUT') return `${host} did not answer in time.`
  if (/CERT|TLS|SELF_SIGNED|ALTNAME/.test(code)) return `The encryption of ${host} cannot be trusted (${code}).`
  return `${host} could not be reached: ${message}.`
}

/** The code of a failed connection. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'TIMEOUT'
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Whether the service failed, whatever was asked for: it didn't answer, or not in time, or says so itself. */
export function isServiceFault(error: unknown): boolean {
  return error instanceof GraphProblem && (error.status === 0 || error.status === 408 || error.status >= 500)
}

/** Whether nothing of the request can have been received. */
export function isUnsent(problem: GraphProblem): boolean {
  return problem.status === 0 && ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH'].includes(problem.code)
}

/** Whether the request may have been carried out and its answer was lost, on the way or behind Graph's own gateway. */
export function isAnswerLost(error: unknown): boolean {
  if (!(error instanceof GraphProblem)) return false
  return error.status === 504 || (error.status === 0 && ['TIMEOUT', 'ECONNRESET'].includes(error.code))
}

function quoted(code: string, message: string, status: number): string {
  const text = [code, message].filter((part) => part !== '').join(': ')
  return `"${(text || String(status)).replace(/\s+/g, ' ').slice(0, 300)}"`
}
