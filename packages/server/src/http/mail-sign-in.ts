import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import {
  finishMailSignIn as finishCall,
  readMailRedirectUri,
  readMailSignIn,
  signInMailbox,
  signInSender,
} from '@courtcrier/contract/calls/mail-sign-in.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import type { FastifyInstance } from 'fastify'
import { firmOf } from '../auth/authenticate.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { refuseAsSender } from '../behaviours/mail-senders.ts'
import { type AccountKind, accountKinds, mailAttempts } from '../mail/mailboxes/grants/accounts.ts'
import { beginMailSignIn } from '../mail/mailboxes/grants/begin-sign-in.ts'
import { finishMailSignIn } from '../mail/mailboxes/grants/finish-sign-in.ts'
import type { MailSignInDeps } from '../mail/mailboxes/grants/sign-in-deps.ts'
import { openMailboxWays } from '../mail/mailboxes/keep-mailboxes.ts'
import { refuseUnseen } from '../records/read-row.ts'
import { demand } from './resources.ts'
import { type CallInput, serveCall } from './server/serve-call.ts'
import {
  mailCookie,
  readOwnAttempt,
  redirectUriOf,
  resultLimit,
  returnedParameters,
  returnLimit,
  signInCookie,
  signInCookieOf,
} from './sign-in-elsewhere.ts'

type RouteServices = Pick<Services, 'config' | 'database' | 'secrets'>

/** Signing in to mail accounts at Microsoft and Google (authorization code flow with PKCE). Anyone who may change an account may sign in to it. */
export function mailSignInRoutes(api: FastifyInstance, services: RouteServices): void {
  const deps = depsOf(services)
  const { publicUrl } = services.config
  serveCall(api, signInMailbox, (asked) => answerBegin(deps, asked, { kind: 'mailbox', publicUrl }))
  serveCall(api, signInSender, (asked) => answerBegin(deps, asked, { kind: 'mail_sender', publicUrl }))
  serveCall(api, finishCall, (asked) => answerReturn(deps, asked), {
    ...{ auth: 'none', rateLimit: returnLimit },
    // Reading it ends a sign-in.
    ...{ exposeHeadRoute: false, takesAnyParameter: true },
  })
  const ofBrowser = { attempts: mailAttempts, cookie: mailCookie }
  serveCall(api, readMailSignIn, ({ request, params: { id } }) => readOwnAttempt(deps, { request, id }, ofBrowser), {
    ...{ auth: 'none', rateLimit: resultLimit },
  })
  serveCall(api, readMailRedirectUri, async ({ request }) => {
    const { firmId } = demand(request, mailbox, 'READ')
    return { redirectUri: await deps.redirectUriOf(firmId) }
  })
}

function depsOf(services: RouteServices): MailSignInDeps {
  return {
    ...services,
    fetch: openMailboxWays(services).fetch,
    now: () => new Date(),
    redirectUriOf: (firmId) => redirectUriOf(services, { firmId, path: finishCall.path }),
  }
}

async function answerBegin(
  deps: MailSignInDeps,
  { request, reply, params: { id } }: CallInput<typeof signInMailbox | typeof signInSender>,
  { kind, publicUrl }: { kind: AccountKind; publicUrl: string },
): Promise<AnswerOf<typeof signInMailbox>> {
  const { resource } = accountKinds[kind]
  const caller = demand(request, resource, 'FULL')
  const { firmId, userId } = caller
  await withFirm(deps.database, firmId, async (trx) => {
    await refuseUnseen(trx, resource, { ...caller, id })
    if (kind === 'mail_sender') await refuseAsSender(trx, caller)
  })
  const begun = await beginMailSignIn(deps, { kind, firmId, id, userId })
  if (!begun) throw new ApiError('not_found')
  if ('problem' in begun) return { attempt: null, url: null, sentence: begun.problem }
  reply.header('set-cookie', signInCookie(mailCookie, begun.attempt, { publicUrl }))
  return { attempt: begun.attempt.id, url: begun.url, sentence: null }
}

async function answerReturn(deps: MailSignInDeps, { request, reply }: CallInput<typeof finishCall>): Promise<void> {
  const parameters = returnedParameters(request)
  const browserOf = (attempt: string) => signInCookieOf(mailCookie, request, attempt)
  const attempt = await finishMailSignIn(deps, { firmId: firmOf(request), parameters, browserOf })
  reply.header('location', `/mail-sign-in?attempt=${attempt ?? 'late'}`)
}
