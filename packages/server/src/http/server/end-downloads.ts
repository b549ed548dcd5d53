import type { ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { type Authenticator, sessionEntity } from '../../auth/authenticate.ts'
import type { Services } from '../../base/services.ts'
import type { Caller } from '../../records/caller.ts'

type DownloadDeps = Pick<Services, 'feed' | 'log'> & { authenticator: Authenticator }

/** A change to one of these may end a session or a key, or change what its role sees. */
const ofRights = new Set([sessionEntity, 'user', 'user_security_role'])

/** An access token is renewed while a large file is on its way, which its session's end is not. */
const distant = new Date(8.64e15)

/**
 * Breaks off files that are still being sent when the session or key they were asked for with ends, or its user's role
 * or timekeeper changes: who may still have them asks again. One that was made meanwhile isn't sent.
 */
export function endDownloads(api: FastifyInstance, { feed, authenticator, log }: DownloadDeps): void {
  const running = new Map<ServerResponse, Caller>()
  const refusalOf = async (caller: Caller) => {
    const now = await authenticator.recheck({ ...caller, expiresAt: distant })
    if (!now) return new ApiError('session_expired')
    const isSame = isDeepStrictEqual([now.role, now.timekeeperId], [caller.role, caller.timekeeperId])
    return isSame ? undefined : new ApiError('forbidden', { sentence: rightsChanged })
  }
  const recheck = async (response: ServerResponse, caller: Caller) => {
    if (await refusalOf(caller)) response.destroy()
  }
  const recheckAll = (isConcerned: (caller: Caller) => boolean) => {
    for (const [response, caller] of running)
      if (isConcerned(caller))
        recheck(response, caller).catch((err: unknown) => log.warn({ err }, 'the right to a file could not be checked'))
  }
  const unsubscribe = feed.subscribe(
    ({ entity, firmId }) => {
      if (ofRights.has(entity)) recheckAll((caller) => caller.firmId === firmId)
    },
    () => recheckAll(() => true),
  )
  api.addHook('onSend', async ({ caller }, reply, content) => {
    if (!caller || !(content instanceof Readable)) return
    running.set(reply.raw, caller)
    finished(reply.raw, () => running.delete(reply.raw))
    const refusal = await refusalOf(caller)
    if (!refusal) return
    content.destroy()
    reply.removeHeader('content-disposition')
    throw refusal
  })
  api.addHook('onClose', async () => unsubscribe())
}

const rightsChanged = 'What you can see has changed since you asked for this file. Ask for it again.'
