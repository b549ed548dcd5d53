import type { SMTPServerAuthentication, SMTPServerOptions } from 'smtp-server'
import { type MailCatcher, openMailCatcher } from '../outbox/mail/test-mail-server.ts'
import { readToken } from './read-token.ts'
import type { TokenServer } from './token-server.ts'

/** A mail server that accepts email only of who has signed in. */
export interface AccountMailServer extends MailCatcher {
  /** Who signed in, in order; refused ones too. */
  signIns: string[]
}

interface AccountServerOptions extends SMTPServerOptions {
  user: string
  /** Whose tokens it accepts; undefined if it accepts the password "secret". */
  tokens?: Pick<TokenServer, 'introspectionUrl'>
}

/** Starts it within this machine, without encryption. For tests. */
export async function startAccountMailServer({
  user,
  tokens,
  ...options
}: AccountServerOptions): Promise<AccountMailServer> {
  const signIns: string[] = []
  const isRight = async ({ username, password, accessToken }: SMTPServerAuthentication): Promise<boolean> => {
    signIns.push(username ?? '')
    if (username !== user) return false
    return tokens ? (await readToken(tokens, accessToken ?? '')).active : password === 'secret'
  }
  const catcher = await openMailCatcher({
    authOptional: false,
    allowInsecureAuth: true,
    authMethods: tokens ? ['XOAUTH2'] : ['PLAIN'],
    onAuth: (auth, _session, done) => {
      isRight(auth).then(
        (is) =>
          is
            ? done(null, { user })
            : done(Object.assign(new Error('5.7.3 Authentication unsuccessful'), { responseCode: 535 })),
        done,
      )
    },
    ...options,
  })
  return { ...catcher, signIns }
}
