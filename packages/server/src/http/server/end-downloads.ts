import type { ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
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
 * or timekeeper changes: who may still have them asks again.
 */
export function endDownloads(api: FastifyInstance, { feed, authenticator, log }: DownloadDeps): void {
  const running = new Map<ServerResponse, Caller>()
  const recheck = async (response: ServerResponse, caller: Caller) => {
    const now = await authenticator.recheck({ ...caller, expiresAt: distant })
    if (now && isDeepStrictEqual([now.role, now.timekeeperId], [caller.role, caller.timekeeperId])) return
    response.destroy()
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
  api.addHook('onSend', async ({ caller }, { raw }, content) => {
    if (!caller || !(content instanceof Readable)) return
    running.set(raw, caller)
    finished(raw, () => running.delete(raw))
  })
  api.addHook('onClose', async () => unsubscribe())
}
