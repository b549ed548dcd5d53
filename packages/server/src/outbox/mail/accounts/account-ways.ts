import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import type { MailServer } from '../../../base/config.ts'
import { keepToken } from '../../../mail/mailboxes/keep-token.ts'
import { MailboxProblem } from '../../../mail/mailboxes/mailbox-problem.ts'
import type { MailSignIn } from '../../../mail/mailboxes/sign-in.ts'
import { HostRefusal, openAllowedHosts } from '../../../retrieval/guarded/allowed-hosts.ts'
import { openGuardedFetch } from '../../../retrieval/guarded/guarded-fetch.ts'

/** How an account of a firm is reached and signed in to. */
export interface AccountWays {
  /** Connects to a checked address of the server. Throws a `MailboxProblem` if there is one that isn't allowed. */
  dial: () => Promise<Socket>
  /** Returns the token to sign in with instead of a password. Throws a `MailboxProblem`. */
  accessToken?: (isRefused?: boolean) => Promise<string>
  /** Whether the token is a person's, which only the process that owns the grant can replace. */
  isTokenGiven?: boolean
}

/** How an account is signed in to, and in which private networks its servers may be. */
export interface AccountSignIn {
  signIn: MailSignIn
  networks: readonly string[]
  /** Where tokens come from if a person signed in; otherwise they are requested for the application itself. */
  accessToken?: AccountWays['accessToken'] | undefined
}

/** As a mailbox: servers on the public internet, and in networks that the operator named. */
export function accountWays({ host, port }: MailServer, { signIn, networks, accessToken }: AccountSignIn): AccountWays {
  const hosts = openAllowedHosts({ networks, setting: 'COURTCRIER_ALLOW_PRIVATE_MAIL' })
  return {
    dial: async () => openSocket({ host, port, lookup: await hosts.lookupFor(host).catch(asProblem) }),
    ...(signIn.service === 'PASSWORD'
      ? {}
      : { accessToken: accessToken ?? keepToken(signIn, openGuardedFetch(hosts)) }),
    ...(accessToken ? { isTokenGiven: true } : {}),
  }
}

function asProblem(error: unknown): never {
  if (!(error instanceof HostRefusal)) throw error
  throw new MailboxProblem(error.message, { isRefusal: error.isLasting, cause: error })
}

const longestMs = 15_000

/** The name is resolved once, so that the connection uses a checked address even if the name changes in between. */
function openSocket(options: TcpNetConnectOpts): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect(options)
  const fail = (error: Error) => {
    socket.destroy()
    reject(error)
  }
  const timer = setTimeout(() => fail(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), longestMs)
  socket.once('error', fail)
  socket.once('connect', () => {
    clearTimeout(timer)
    socket.removeListener('error', fail)
    resolve(socket)
  })
  socket.once('close', () => clearTimeout(timer))
  return promise
}
