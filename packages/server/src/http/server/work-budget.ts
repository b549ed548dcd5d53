import { ApiError } from '@courtcrier/contract/errors.ts'
import { networkOf } from '@courtcrier/lib/networks.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What one sender may have read within a minute: bytes of bodies, and milliseconds of processor time for reading them. */
export interface Work {
  bytes: number
  processorMs: number
}

export interface WorkLimits {
  /** One network address, without an account: an office that logs in on Monday morning sends a tenth of it. */
  ofAnyone: Work
  /** One user, one API key, or one firm's import token. Files are not counted: they are read piece by piece. */
  ofCaller: Work
}

const usualWork: WorkLimits = {
  ofAnyone: { bytes: 1_000_000, processorMs: 2_000 },
  ofCaller: { bytes: 200_000_000, processorMs: 20_000 },
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the work of this request is charged. */
    workAccount: WorkAccount | undefined
  }
}

/** What a sender has left, refilled evenly over a minute. */
interface WorkAccount {
  limit: Work
  left: Work
  at: number
}

const minuteMs = 60_000
/** Accounts remembered; those that are full again are forgotten first. */
const mostAccounts = 10_000

/**
 * Refuses bodies of senders who had too much read in the last minute, before they are read. Limits of requests alone
 * say nothing about their size: one request may be as much work as a thousand.
 */
export function budgetWork(
  app: FastifyInstance,
  { limits = usualWork, now = () => performance.now() }: { limits?: WorkLimits; now?: () => number } = {},
): void {
  const accounts = new Map<string, WorkAccount>()
  app.decorateRequest('workAccount', undefined)
  // After the guard, which knows the sender, and before the body is read.
  app.addHook('preParsing', async (request, reply) => {
    if (!hasBody(request)) return
    const account = refilled(accounts, { ...senderOf(request, limits), at: now() })
    demand(account, reply)
    request.workAccount = account
    const declared = declaredBytes(request)
    // Charged in advance, so that a hundred at once count; a larger one is refused unread, or read piece by piece.
    if (declared <= request.routeOptions.bodyLimit) account.left.bytes -= declared
  })
}

/** Charges a body that was read, unless it was charged by its declared length. */
export function chargeBytes(request: FastifyRequest, bytes: number): void {
  if (request.workAccount && declaredBytes(request) === 0) request.workAccount.left.bytes -= bytes
}

function hasBody(request: FastifyRequest): boolean {
  return declaredBytes(request) > 0 || request.headers['transfer-encoding'] !== undefined
}

function declaredBytes({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0)
}

/** Charges the processor time of synchronous work, whose result it returns, even if the work throws. */
export function chargeTime<T>(request: FastifyRequest, work: () => T): T {
  const account = request.workAccount
  if (!account) return work()
  // Not the time that passes: on a busy machine an honest sender would be refused.
  const before = process.threadCpuUsage()
  try {
    return work()
  } finally {
    const { user, system } = process.threadCpuUsage(before)
    account.left.processorMs -= (user + system) / 1000
  }
}

function senderOf(request: FastifyRequest, limits: WorkLimits): { key: string; limit: Work } {
  const { caller, importer, provisioner, agent } = request
  if (caller?.key) return { key: `key ${caller.key.id}`, limit: limits.ofCaller }
  if (caller) return { key: `user ${caller.userId}`, limit: limits.ofCaller }
  if (agent) return { key: `key ${agent.key.id}`, limit: limits.ofCaller }
  if (provisioner) return { key: `key ${provisioner.key.id}`, limit: limits.ofCaller }
  if (importer) return { key: `program ${importer.firmId}`, limit: limits.ofCaller }
  return { key: `address ${networkOf(request.ip)}`, limit: limits.ofAnyone }
}

/** Throws `too_many_requests` once nothing is left; what the last request took beyond that must be waited for too. */
function demand({ left, limit }: WorkAccount, reply: FastifyReply): void {
  const missing = Math.max(-left.bytes / limit.bytes, -left.processorMs / limit.processorMs)
  if (missing < 0) return
  reply.header('retry-after', Math.max(1, Math.ceil((missing * minuteMs) / 1000)))
  throw new ApiError('too_many_requests')
}

function refilled(
  accounts: Map<string, WorkAccount>,
  { key, limit, at }: { key: string; limit: Work; at: number },
): WorkAccount {
  const known = accounts.get(key)
  if (known) {
    const share = (at - known.at) / minuteMs
    known.left.bytes = Math.min(limit.bytes, known.left.bytes + share * limit.bytes)
    known.left.processorMs = Math.min(limit.processorMs, known.left.processorMs + share * limit.processorMs)
    known.at = at
    return known
  }
  if (accounts.size >= mostAccounts) forget(accounts, at)
  const account = { limit, left: { ...limit }, at }
  accounts.set(key, account)
  return account
}

/** Forgets accounts that are full again, or the oldest if none is. */
function forget(accounts: Map<string, WorkAccount>, now: number): void {
  for (const [key, { at }] of accounts) if (now - at > minuteMs) accounts.delete(key)
  const [oldest] = accounts.keys()
  if (accounts.size >= mostAccounts && oldest !== undefined) accounts.delete(oldest)
}
