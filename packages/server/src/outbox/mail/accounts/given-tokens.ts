import type { Services } from '../../../base/services.ts'
import { grantedTokens, type TokenSource } from '../../../mail/mailboxes/grants/grant-tokens.ts'
import { openMailboxWays } from '../../../mail/mailboxes/keep-mailboxes.ts'
import { MailboxProblem } from '../../../mail/mailboxes/mailbox-problem.ts'
import type { MailSignIn } from '../../../mail/mailboxes/sign-in.ts'
import type { MailThread } from '../mail-thread.ts'
import type { SendWay } from '../send-mails-worker.ts'

/** Returns where the tokens of a sending account come from if a person signed in to it; undefined for any other. */
export function personTokens(
  services: Pick<Services, 'config' | 'database' | 'secrets'>,
  { firmId, id }: { firmId: number; id: string },
  settings: MailSignIn,
  { insists = false }: { insists?: boolean } = {},
): TokenSource | undefined {
  const { fetch } = openMailboxWays(services)
  return grantedTokens(services, { kind: 'mail_sender', firmId, id, settings, fetch, insists })
}

/**
 * Gives the thread a token with each email, since only this side can save the refresh token that comes with another one.
 * A server that refuses it gets a new one, once.
 */
export function givingTokens(thread: MailThread, accessToken: TokenSource): MailThread {
  const give = async (way: SendWay, isRefused = false): Promise<SendWay> =>
    way.account ? { ...way, account: { ...way.account, token: await accessToken(isRefused) } } : way
  return {
    ...thread,
    send: async (order) => {
      try {
        const answer = await thread.send({ ...order, way: await give(order.way) })
        const { result } = answer
        if (!('retry' in result) || !result.isRefusedLogIn) return answer
        return await thread.send({ ...order, way: await give(order.way, true) })
      } catch (error) {
        if (!(error instanceof MailboxProblem)) throw error
        return { result: { retry: error.message, ...(error.isRefusal ? { isRefusedLogIn: true as const } : {}) } }
      }
    },
    verify: async (way) => thread.verify(await give(way)),
  }
}
