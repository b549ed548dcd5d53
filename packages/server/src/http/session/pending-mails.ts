import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

export interface PendingMails {
  add: (mail: Promise<void>) => void
}

/** Emails being sent that no answer waits for; the server waits for them when it closes. */
export function pendingMails(api: FastifyInstance, log: Logger): PendingMails {
  const pending = new Set<Promise<void>>()
  api.addHook('onClose', async () => {
    await Promise.all(pending)
  })
  return {
    add: (mail) => {
      const settled = mail
        .catch((err: unknown) => log.error({ err }, 'an email about signing in could not be sent'))
        .finally(() => pending.delete(settled))
      pending.add(settled)
    },
  }
}
