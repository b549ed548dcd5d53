import { AgentError } from './agent-folder.ts'

/** Returns the error of a request that a proxy refused, with a sentence on what to do; any other error as it is. */
export function refusedByProxy(error: unknown, server: string): unknown {
  const status = refusalOf(error)
  if (status === undefined) return error
  const todo = status === 407 ? wantsPassword : 'Have it let this machine through to that address.'
  return new AgentError(`The proxy refused a connection to ${server} (${status}). ${todo}`, { cause: error })
}

const wantsPassword = 'HTTPS_PROXY must include the name and the password that it asks for.'

/** Node says it only in the text of an error, behind that of `fetch`. */
function refusalOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const [, status] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? []
  return status === undefined ? refusalOf(error.cause) : Number(status)
}
