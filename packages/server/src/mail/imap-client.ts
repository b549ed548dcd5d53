import { isIP } from 'node:net'
import { ImapFlow } from 'imapflow'
import type { ImapAccount } from '../base/config.ts'

/** Creates a connection to an account's server without opening it. The password is never logged. */
export function makeImapClient(account: ImapAccount): ImapFlow {
  const { host, port, isSecure, user = '', password = '' } = account
  return new ImapFlow({
    host,
    port,
    secure: isSecure,
    // An unencrypted password is sent only within this machine.
    ...(isSecure || isLoopback(host) ? {} : { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    // Servers end an IDLE after 30 minutes (RFC 2177); firewalls drop silent connections much sooner.
    maxIdleTime: 5 * 60_000,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 10 * 60_000,
    // The firm's limit is applied before a message is requested, so this only has to exceed every limit.
    maxLiteralSize: 256 * 1024 * 1024,
  })
}

/** Splits a folder's path: settings use `/` regardless of the server's separator. */
export function folderPath(folder: string): string[] {
  return folder.split('/').filter((part) => part !== '')
}

/** The account's display name, without the password. */
export function accountName({ user, host, folder }: ImapAccount): string {
  return `${user ? `${user} at ` : ''}${host}, folder ${folder}`
}

/** Explains why an account can't be read and what to do about it. */
export function describeImapProblem(error: unknown, account: ImapAccount): string {
  const { host, port, user = '', folder } = account
  const { code, authenticationFailed, mailboxMissing, message } = readError(error)
  if (authenticationFailed) return `The mail server ${host} refuses the user name or password of ${user}.`
  if (mailboxMissing) return `There is no folder "${folder}" in the mailbox of ${user} at ${host}.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `There is no mail server named ${host}, or DNS does not answer.`
  if (code === 'ECONNREFUSED') return `Nothing listens for IMAP at ${host}, port ${port}.`
  if (code !== undefined && timeouts.has(code)) return `The mail server ${host}, port ${port}, did not answer in time.`
  if (code !== undefined && /CERT|TLS|SELF_SIGNED|ALTNAME/.test(code)) {
    return `The encryption of the mail server ${host} cannot be trusted (${code}).`
  }
  return `The mailbox at ${host} cannot be read: ${message}`
}

const timeouts = new Set([
  'ETIMEDOUT',
  'ETIMEOUT',
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'GREEETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
])

interface ImapFailure {
  code: string | undefined
  authenticationFailed: boolean
  mailboxMissing: boolean
  message: string
}

function readError(error: unknown): ImapFailure {
  if (!(error instanceof Error)) {
    return { code: undefined, authenticationFailed: false, mailboxMissing: false, message: String(error) }
  }
  const code: unknown = Reflect.get(error, 'code')
  const responseText: unknown = Reflect.get(error, 'responseText')
  return {
    code: typeof code === 'string' ? code : undefined,
    authenticationFailed: Reflect.get(error, 'authenticationFailed') === true,
    mailboxMissing: Reflect.get(error, 'mailboxMissing') === true,
    message: typeof responseText === 'string' ? responseText : error.message,
  }
}

/** Whether the login was refused: trying again soon could lock the account. */
export function isRefusedLogIn(error: unknown): boolean {
  return readError(error).authenticationFailed
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
