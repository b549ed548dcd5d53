import type { CustomFetch } from 'openid-client'
import type { AllowedHosts } from '../../retrieval/guarded/allowed-hosts.ts'
import type { ReadAccount } from '../imap-client.ts'
import { keepToken } from './keep-token.ts'
import type { MailboxSettings } from './mailbox-settings.ts'
import { mailServices } from './services.ts'

interface AccountOptions {
  firmId: number
  readFrom: Date
  settings: MailboxSettings
  hosts: AllowedHosts
  fetch: CustomFetch
  /** Where tokens come from if a person signed in; otherwise they are requested for the application itself. */
  granted?: ReadAccount['accessToken'] | undefined
}

/** Returns how a firm's mailbox is read: where, since when, and with which proof of who asks. */
export function accountOf({ firmId, readFrom, settings, hosts, fetch, granted }: AccountOptions): ReadAccount {
  const { service, address, folder, doneFolder, password, authserv, isBelieved } = settings
  const url = new URL(imapServerOf(settings) || 'imaps://missing.invalid')
  const isSecure = url.protocol === 'imaps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    port: Number(url.port) || (isSecure ? 993 : 143),
    isSecure,
    user: address,
    folder,
    isBelieved,
    firmId,
    readFrom,
    lookup: () => hosts.lookupFor(host),
    ...(service === 'PASSWORD' ? { password: password ?? '' } : { accessToken: granted ?? keepToken(settings, fetch) }),
    ...(granted ? { isOfPerson: true } : {}),
    ...(doneFolder ? { doneFolder } : {}),
    ...(authserv ? { authserv: authserv.toLowerCase() } : {}),
  }
}

/** Returns the address of the IMAP server: its own, or that of its service; empty if it has neither. */
export function imapServerOf({ service, server }: Pick<MailboxSettings, 'service' | 'server'>): string {
  return server || mailServices[service].imapServer || ''
}
