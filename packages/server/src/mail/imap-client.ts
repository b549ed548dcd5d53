import { isIP, type LookupFunction } from 'node:net'
import { ImapFlow } from 'imapflow'
import type { ImapAccount } from '../base/config.ts'
import { HostRefusal } from '../retrieval/guarded/allowed-hosts.ts'
import type { Holding } from './mailboxes/holding.ts'
import { MailboxProblem } from './mailboxes/mailbox-problem.ts'

/** An account that is read: from the settings of this server, or a mailbox that a firm added. */
export interface ReadAccount extends ImapAccount {
  /** Returns the token to sign in with instead of a password. Throws a `MailboxProblem`. */
  accessToken?: (isRefused?: boolean) => Promise<string>
  /** Whether the token is a person's, not an application's. */
  isOfPerson?: boolean
  /** Returns the addresses of the host that may be connected to. Throws a `HostRefusal` if one may not. */
  lookup?: () => Promise<LookupFunction>
  /** False if its mail server's word about senders doesn't count. That of a mailbox in the settings does. */
  isBelieved?: boolean
  /** Set for a mailbox that a firm added: which reader this is. */
  holding?: Holding | undefined
  /** Called after every look into the folder, and after every failure. */
  note?: (look: Look) => void
}

/** The result of a look into a folder. */
export interface Look {
  /** Why it can't be read, or what a person must fix although it can. */
  problem: string | undefined
  isRead: boolean
  /** The messages received. */
  taken: number
  /** How long it has been behind, as `LinkState` says it. */
  lagSeconds: number
  /** Whether the service refused the sign-in, so that someone must mend it. */
  isRefused?: boolean
}

/** Creates a connection to an account's server without opening it. Neither password nor token is ever logged. */
export async function makeImapClient(
  account: ReadAccount,
  { isTokenRefused = false }: { isTokenRefused?: boolean } = {},
): Promise<ImapFlow> {
  const { host, port, isSecure, user = '', password = '', accessToken } = account
  return new ImapFlow({
    ...(account.lookup ? { host: await addressOf(host, account.lookup), ...servernameOf(host) } : { host }),
    port,
    secure: isSecure,
    // An unencrypted password is sent only within this machine.
    ...(isSecure || isLoopback(host) ? {} : { doSTARTTLS: true }),
    auth: accessToken ? { user, accessToken: await accessToken(isTokenRefused) } : { user, pass: password },
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

/** Resolves the host once, so that the connection uses a checked address even if the name changes in between. */
async function addressOf(host: string, lookup: () => Promise<LookupFunction>): Promise<string> {
  const resolve = await lookup()
  const { promise, resolve: found, reject } = Promise.withResolvers<string>()
  resolve(host, {}, (error, address) => (error ? reject(error) : found(String(address))))
  return promise
}

/** The name that the server's certificate must have, although the connection is to an address. */
function servernameOf(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {}
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
export function describeImapProblem(error: unknown, account: ReadAccount): string {
  const { host, port, user = '', folder } = account
  if (error instanceof MailboxProblem || error instanceof HostRefusal) return error.message
  const { code, authenticationFailed, mailboxMissing, message } = readError(error)
  if (authenticationFailed && account.accessToken) return refusedToken(account)
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

/** The token was given, so what is missing is the right to this mailbox; Exchange says no more than that it failed. */
function refusedToken({ host, user = '', isOfPerson = false }: ReadAccount): string {
  if (isOfPerson)
    return `The mail server ${host} doesn't let the account that signed in read the mailbox of ${user}. Sign in with the mailbox's own account or one with full access to it, and check that IMAP is on for the mailbox.`
  if (/(?:^|\.)office365\.(?:com|us)$|partner\.outlook\.cn$/i.test(host))
    return `Microsoft accepts the application, but doesn't let it read the mailbox of ${user}. Grant it IMAP.AccessAsApp, run New-ServicePrincipal with the object ID of the enterprise application (not of the app registration), then Add-MailboxPermission for the mailbox.`
  return `The mail server ${host} refuses the token for the mailbox of ${user}. Check that IMAP is on for the mailbox and that the application may read it.`
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
  if (error instanceof HostRefusal) return error.isLasting
  if (error instanceof MailboxProblem) return error.isRefusal
  return readError(error).authenticationFailed
}

/** Whether the server has no such folder. */
export function isFolderMissing(error: unknown): boolean {
  return readError(error).mailboxMissing
}

/** Whether the server refused the token, which may have ended before its time. */
export function isTokenRefusal(error: unknown, { accessToken }: ReadAccount): boolean {
  return accessToken !== undefined && readError(error).authenticationFailed
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
