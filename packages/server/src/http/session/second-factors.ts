import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  makeRecoveryCodes,
  readOwnFactors,
  removePasskey,
  removeTotp,
  renamePasskey,
} from '@courtcrier/contract/calls/second-factors.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '../../auth/authenticate.ts'
import { findDuty, isFactorRequired } from '../../auth/factors/duty.ts'
import type { FactorDeps } from '../../auth/factors/factor-deps.ts'
import { type FactorNews, tellOfFactor } from '../../auth/factors/factor-mail.ts'
import { findFactors } from '../../auth/factors/find-factors.ts'
import {
  addOwnPasskey,
  beginOwnPasskey,
  beginOwnTotp,
  confirmOwnTotp,
  removeOwnPasskey,
  removeOwnTotp,
  renameOwnPasskey,
  replaceOwnCodes,
} from '../../auth/factors/own-factors.ts'
import { findRelyingParty } from '../../auth/factors/relying-party.ts'
import { isByProvider } from '../../auth/session-proof.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { SendMail } from '../../outbox/mail/system-mail.ts'
import type { Caller } from '../../records/caller.ts'
import { type CallInput, serveCall } from '../server/serve-call.ts'
import type { PendingMails } from './pending-mails.ts'

interface OwnDeps extends FactorDeps {
  sendMail: SendMail
  mails: PendingMails
}

/** A person's second factors. No one sees or changes another person's here. */
export function secondFactorRoutes(api: FastifyInstance, deps: OwnDeps): void {
  serveCall(api, readOwnFactors, ({ request }) => describeOwn(deps, callerOf(request)), always)
  addingRoutes(api, deps)
  serveCall(api, renamePasskey, async ({ request, params, body: { name } }) => {
    const renamed = { id: params.id.toLowerCase(), name }
    if ((await renameOwnPasskey(deps, callerOf(request), renamed)) === 'absent')
      throw new ApiError('not_found', { sentence: absent })
  })
  removingRoutes(api, deps)
}

/** Someone who must add a factor can do so, and nothing else. */
const always = { worksWithoutFactor: true }

function addingRoutes(api: FastifyInstance, deps: OwnDeps): void {
  const limited = { ...always, rateLimit: { max: 30, timeWindow: '1 minute', ipv6Subnet: 64 } }
  const confirm = async (asked: CallInput<typeof confirmTotp>) => {
    const added = await answerConfirm(deps, asked)
    tell(deps, asked.request, { kind: 'totp_added' })
    return added
  }
  serveCall(api, beginTotp, ({ request }) => beginOwnTotp(deps, callerOf(request)), always)
  serveCall(api, confirmTotp, confirm, limited)
  const add = async (asked: CallInput<typeof addPasskey>) => {
    const name = asked.body.name.trim() || 'Passkey'
    const added = await answerAdd(deps, asked, name)
    tell(deps, asked.request, { kind: 'passkey_added', name })
    return added
  }
  serveCall(api, beginPasskey, (asked) => answerBegin(deps, asked), always)
  serveCall(api, addPasskey, add, always)
}

function removingRoutes(api: FastifyInstance, deps: OwnDeps): void {
  serveCall(api, removeTotp, async ({ request }) => {
    refuseRemoval(await removeOwnTotp(deps, callerOf(request)))
    tell(deps, request, { kind: 'totp_removed' })
  })
  serveCall(api, removePasskey, async ({ request, params }) => {
    const { name } = refuseRemoval(await removeOwnPasskey(deps, callerOf(request), params.id.toLowerCase()))
    tell(deps, request, { kind: 'passkey_removed', name })
  })
  serveCall(api, makeRecoveryCodes, async ({ request }) => {
    const codes = await replaceOwnCodes(deps, callerOf(request))
    if (!codes) throw new ApiError('wrong_state', { sentence: noFactor })
    tell(deps, request, { kind: 'recovery_made' })
    return { recoveryCodes: codes }
  })
}

function tell(deps: OwnDeps, request: FastifyRequest, news: FactorNews): void {
  const { firmId, userId } = callerOf(request)
  deps.mails.add(tellOfFactor(deps, { firmId, userId, news }))
}

async function describeOwn(deps: OwnDeps, caller: Caller): Promise<AnswerOf<typeof readOwnFactors>> {
  const { firmId } = caller
  return withFirm(deps.database, firmId, async (trx) => {
    const { totpSince, passkeys, recoveryCodesLeft } = await findFactors(trx, caller)
    const duty = await findDuty(trx, { ...caller, now: deps.now() })
    const party = await findRelyingParty(trx, { firmId, publicUrl: deps.config.publicUrl })
    return {
      totpSince: totpSince?.toISOString() ?? null,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => ({
        ...{ id, name, isBackedUp, createdAt: createdAt.toISOString() },
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft,
      isRequired: await isFactorRequired(trx, caller),
      dueAt: duty?.at.toISOString() ?? null,
      isByProvider: await isByProvider(trx, caller),
      passkeyHost: party?.id ?? null,
    }
  })
}

async function answerConfirm(
  deps: OwnDeps,
  { request, body }: CallInput<typeof confirmTotp>,
): Promise<AnswerOf<typeof confirmTotp>> {
  const result = await confirmOwnTotp(deps, callerOf(request), body.code)
  if (result === 'not_begun') throw new ApiError('wrong_state', { sentence: notBegun })
  if (result === 'wrong') throw new ApiError('invalid_input', { problems: [{ field: 'code', code: 'wrong_code' }] })
  return result
}

async function answerBegin(
  deps: OwnDeps,
  { request }: CallInput<typeof beginPasskey>,
): Promise<AnswerOf<typeof beginPasskey>> {
  const begun = await beginOwnPasskey(deps, callerOf(request))
  if (begun === 'no_host') throw new ApiError('wrong_state', { sentence: noHost })
  if (begun === 'too_many') throw new ApiError('wrong_state', { sentence: tooMany })
  return { challenge: begun.challenge, passkeyOptions: { ...begun.options } }
}

async function answerAdd(
  deps: OwnDeps,
  { request, body }: CallInput<typeof addPasskey>,
  name: string,
): Promise<AnswerOf<typeof addPasskey>> {
  const added = await addOwnPasskey(deps, callerOf(request), { ...body, name })
  if (added === 'late') throw new ApiError('wrong_state', { sentence: late })
  if (added === 'wrong') throw new ApiError('invalid_input', { sentence: notVerified })
  return added
}

function refuseRemoval(result: 'absent' | 'last' | { name: string }): { name: string } {
  if (result === 'absent') throw new ApiError('not_found', { sentence: absent })
  if (result === 'last') throw new ApiError('wrong_state', { sentence: last })
  return result
}

const absent = 'You have no such second factor.'
const last = 'Your role requires a second factor, and this is your only one. Add another one before you remove it.'
const noFactor = 'Recovery codes are for people with a second factor. Add one first.'
const notBegun = 'This setup was already finished or replaced. Start again.'
const noHost = "Passkeys work only where Courtcrier's address is a host name, and this one is an IP address."
const tooMany = 'You have as many passkeys as possible. Remove one first.'
const late = 'Adding this passkey was already finished or took longer than ten minutes. Start again.'
const notVerified = "The passkey couldn't be verified, or is already in use. Start again."
