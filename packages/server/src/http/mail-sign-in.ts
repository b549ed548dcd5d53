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
import { sql } from 'kysely'
import { firmOf } from '../auth/authenticate.ts'
import { firmUrl } from '../auth/password-links.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { type AccountKind, accountKinds } from '../mail/mailboxes/grants/accounts.ts'
import { readAttempt } from '../mail/mailboxes/grants/attempts.ts'
import { beginMailSignIn } from '../mail/mailboxes/grants/begin-sign-in.ts'
import { finishMailSignIn } from '../mail/mailboxes/grants/finish-sign-in.ts'
import type { MailSignInDeps } from '../mail/mailboxes/grants/sign-in-deps.ts'
import { openMailboxWays } from '../mail/mailboxes/keep-mailboxes.ts'
import { refuseUnseen } from '../records/read-row.ts'
import { signInCookie, signInCookieOf } from './mail-sign-in-cookie.ts'
import { demand } from './resources.ts'
import { type CallInput, serveCall } from './server/serve-call.ts'

type RouteServices = Pick<Services, 'config' | 'database' | 'secrets'>

/** Signing in to mail accounts at Microsoft and Google (authorization code flow with PKCE). Anyone who may change an account may sign in to it. */
export function mailSignInRoutes(api: FastifyInstance, services: RouteServices): void {
  const deps = depsOf(services)
  const isSecure = services.config.publicUrl.startsWith('https:')
  serveCall(api, signInMailbox, (asked) => answerBegin(deps, asked, { kind: 'mailbox', isSecure }))
  serveCall(api, signInSender, (asked) => answerBegin(deps, asked, { kind: 'mail_sender', isSecure }))
  serveCall(api, finishCall, (asked) => answerReturn(deps, asked), {
    ...{ auth: 'none', rateLimit: { max: 60, ...perMinute } },
    // Reading it ends a sign-in.
    ...{ exposeHeadRoute: false, takesAnyParameter: true },
  })
  // The page and its pop-up ask every two seconds.
  serveCall(api, readMailSignIn, (asked) => answerState(deps, asked), {
    ...{ auth: 'none', rateLimit: { max: 600, ...perMinute } },
  })
  serveCall(api, readMailRedirectUri, async ({ request }) => {
    const { firmId } = demand(request, mailbox, 'READ')
    return { redirectUri: await deps.redirectUriOf(firmId) }
  })
}

const perMinute = { timeWindow: '1 minute', ipv6Subnet: 64 }

function depsOf(services: RouteServices): MailSignInDeps {
  const { config, database } = services
  return {
    ...services,
    fetch: openMailboxWays(services).fetch,
    now: () => new Date(),
    redirectUriOf: async (firmId) => {
      const { rows } = await withFirm(database, firmId, (trx) =>
        sql<{ hostNames: readonly string[] }>`
          select host_names as "hostNames" from firms where id = ${firmId}::integer`.execute(trx),
      )
      return `${firmUrl(config.publicUrl, rows[0]?.hostNames ?? [])}/api/v1${finishCall.path}`
    },
  }
}

async function answerBegin(
  deps: MailSignInDeps,
  { request, reply, params: { id } }: CallInput<typeof signInMailbox | typeof signInSender>,
  { kind, isSecure }: { kind: AccountKind; isSecure: boolean },
): Promise<AnswerOf<typeof signInMailbox>> {
  const { resource } = accountKinds[kind]
  const caller = demand(request, resource, 'FULL')
  const { firmId, userId } = caller
  await withFirm(deps.database, firmId, (trx) => refuseUnseen(trx, resource, { ...caller, id }))
  const begun = await beginMailSignIn(deps, { kind, firmId, id, userId })
  if (!begun) throw new ApiError('not_found')
  if ('problem' in begun) return { attempt: null, url: null, sentence: begun.problem }
  reply.header('set-cookie', signInCookie(begun.attempt, { isSecure }))
  return { attempt: begun.attempt.id, url: begun.url, sentence: null }
}

async function answerReturn(deps: MailSignInDeps, { request, reply }: CallInput<typeof finishCall>): Promise<void> {
  const address = request.raw.url ?? ''
  const mark = address.indexOf('?')
  const parameters = new URLSearchParams(mark < 0 ? '' : address.slice(mark + 1))
  const browserOf = (attempt: string) => signInCookieOf(request.headers.cookie, attempt)
  const attempt = await finishMailSignIn(deps, { firmId: firmOf(request), parameters, browserOf })
  reply.header('location', `/mail-sign-in?attempt=${attempt ?? 'late'}`)
}

async function answerState(
  deps: MailSignInDeps,
  { request, params: { id } }: CallInput<typeof readMailSignIn>,
): Promise<AnswerOf<typeof readMailSignIn>> {
  const firmId = firmOf(request)
  const browser = signInCookieOf(request.headers.cookie, id)
  const found = await withFirm(deps.database, firmId, (trx) =>
    readAttempt(trx, { firmId, id, browser, now: deps.now() }),
  )
  if (!found) throw new ApiError('not_found')
  return found
}
