import { consentProviders, type DelegatedService } from '@courtcrier/contract/mail-sign-in.ts'
import { mailServices } from '../services.ts'
import type { MailSignIn } from '../sign-in.ts'

/** What a token is for. */
export type Purpose = 'imap' | 'smtp'

/** How a service asks a person for their consent, and what it says of it. */
interface Consent {
  /** Its name. */
  provider: string
  authorizationUrl: (account: Pick<MailSignIn, 'tenantId'>) => string
  /** The last part of the authorization URL, where the token URL is the account's own. */
  path: string
  /** What must be granted, unless the account says otherwise. */
  scopes: Readonly<Record<Purpose, string>>
  /** Without these, it gives no refresh token, or doesn't say who signed in. */
  more: string
  parameters: Readonly<Record<string, string>>
  /** A refresh token that isn't used for this many days ends. */
  idleDays?: number
  /** Whether people can leave out a part of what is asked for. */
  isPartial: boolean
}

/**
 * Microsoft, "Authenticate an IMAP, POP or SMTP connection using OAuth" and "Refresh tokens in the Microsoft identity
 * platform"; Google, "Using OAuth 2.0 for Web Server Applications" and "OAuth 2.0 Mechanism" (IMAP).
 */
export const consents: Readonly<Record<DelegatedService, Consent>> = {
  MICROSOFT_USER: {
    provider: consentProviders.MICROSOFT_USER,
    authorizationUrl: ({ tenantId }) =>
      `https://login.microsoftonline.com/${tenantId || 'organizations'}/oauth2/v2.0/authorize`,
    path: 'authorize',
    scopes: {
      imap: 'https://outlook.office.com/IMAP.AccessAsUser.All',
      smtp: 'https://outlook.office.com/SMTP.Send',
    },
    more: 'offline_access openid email',
    parameters: { prompt: 'select_account' },
    idleDays: 90,
    isPartial: false,
  },
  GOOGLE_USER: {
    provider: consentProviders.GOOGLE_USER,
    authorizationUrl: () => 'https://accounts.google.com/o/oauth2/v2/auth',
    path: 'auth',
    scopes: { imap: 'https://mail.google.com/', smtp: 'https://mail.google.com/' },
    more: 'openid email',
    // Google gives a refresh token only for offline access, and only with each consent.
    parameters: { access_type: 'offline', prompt: 'consent' },
    isPartial: true,
  },
}

/** An account of a service that a person signs in to. */
export type DelegatedSignIn = MailSignIn & { service: DelegatedService }

export function authorizationUrlOf(account: DelegatedSignIn): string {
  const { path, authorizationUrl } = consents[account.service]
  return account.tokenUrl ? new URL(path, account.tokenUrl).href : authorizationUrl(account)
}

export function tokenUrlOf(account: DelegatedSignIn): string {
  return account.tokenUrl || mailServices[account.service].tokenUrl?.(account) || ''
}

/** Returns what is asked for when someone signs in, and what must be granted of it. */
export function scopesOf({ service, scope }: DelegatedSignIn, purpose: Purpose) {
  const { scopes, more } = consents[service]
  const needed = scope || scopes[purpose]
  return { needed, asked: `${needed} ${more}` }
}
