import type { CustomFetch } from 'openid-client'
import type { AllowedHosts } from '../../retrieval/guarded/allowed-hosts.ts'
import type { ReadAccount } from '../imap-client.ts'
import type { MailboxSettings } from './mailbox-settings.ts'
import { type MailToken, requestToken } from './request-token.ts'
import { mailServices } from './services.ts'

interface AccountOptions {
  firmId: number
  readFrom: Date
  settings: MailboxSettings
  hosts: AllowedHosts
  fetch: CustomFetch
}

/** Returns how a firm's mailbox is read: where, since when, and with which proof of who asks. */
export function accountOf({ firmId, readFrom, settings, hosts, fetch }: AccountOptions): ReadAccount {
  const { service, address, folder, doneFolder, password, authserv } = settings
  const url = new URL(settings.server || mailServices[service].server || 'imaps://missing.invalid')
  const isSecure = url.protocol === 'imaps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    port: Number(url.port) || (isSecure ? 993 : 143),
    isSecure,
    user: address,
    folder,
    firmId,
    readFrom,
    lookup: () => hosts.lookupFor(host),
    ...(service === 'PASSWORD' ? { password: password ?? '' } : { accessToken: keepToken(settings, fetch) }),
    ...(doneFolder ? { doneFolder } : {}),
    ...(authserv ? { authserv: authserv.toLowerCase() } : {}),
  }
}

/** A token that ends within this time, in milliseconds, is replaced before it is used. */
const marginMs = 2 * 60_000

/** Returns the token, and requests another only when it is about to end. */
function keepToken(settings: MailboxSettings, fetch: CustomFetch): () => Promise<string> {
  let kept: MailToken | undefined
  return async () => {
    if (!kept || kept.endsAt - marginMs < Date.now()) kept = await requestToken(settings, fetch)
    return kept.accessToken
  }
}
