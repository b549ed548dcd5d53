import { ResponseBodyError } from 'openid-client'
import { HostRefusal } from '../../retrieval/guarded/allowed-hosts.ts'
import { MailboxProblem } from './mailbox-problem.ts'
import type { MailSignIn } from './sign-in.ts'

/** Says why no token was given, and what to do about it. */
export function tokenProblem(error: unknown, { settings, url }: { settings: MailSignIn; url: string }): MailboxProblem {
  const known = [error, error instanceof Error ? error.cause : undefined]
  const own = known.find((each) => each instanceof MailboxProblem)
  if (own instanceof MailboxProblem) return own
  const refused = known.find((each) => each instanceof HostRefusal)
  if (refused instanceof HostRefusal)
    return new MailboxProblem(refused.message, { isRefusal: refused.isLasting, cause: error })
  const host = URL.canParse(url) ? new URL(url).hostname : url
  if (!(error instanceof ResponseBodyError)) {
    const why = error instanceof Error ? whyOf(error) : String(error)
    return new MailboxProblem(`No token could be requested from ${host}: ${why}`, { isRefusal: false, cause: error })
  }
  const { error: code, error_description: description = '', status } = error
  const advice = adviceOf(description, code, settings)
  const sentence = advice ?? `${host} gives no token (${code})${description ? `: ${firstLine(description)}` : '.'}`
  return new MailboxProblem(sentence, { isRefusal: status < 500, cause: error })
}

function adviceOf(description: string, code: string, { service, address }: MailSignIn): string | undefined {
  if (service === 'GOOGLE') return googleAdvice(code, { description, address })
  const number = /AADSTS(\d+)/.exec(description)?.[1]
  return number === undefined ? undefined : entraAdvice[number]
}

/** By the numbers of "Microsoft Entra authentication and authorization error codes". */
const entraAdvice: Readonly<Record<string, string>> = {
  7000215:
    "Microsoft refuses the client secret. Enter the secret's value, which is shown only when it is created, not its ID.",
  7000222: 'The client secret has expired. Create a new one for the application in Entra, and enter it here.',
  700016:
    'There is no application with this ID in the directory. Enter the application (client) ID, not the object ID, and check the directory (tenant) ID.',
  90002: "There is no directory with this ID. Enter the directory (tenant) ID from the application's page in Entra.",
  900023: "There is no directory with this ID. Enter the directory (tenant) ID from the application's page in Entra.",
  700027:
    "The application in Entra doesn't have this certificate. Upload the certificate there, or enter the one it has.",
  7000112: 'The application is disabled in Entra. Enable it there under Enterprise applications.',
}

function googleAdvice(
  code: string,
  { description, address }: { description: string; address: string },
): string | undefined {
  // The second is for a client that is there with other scopes.
  if (code === 'unauthorized_client' || code === 'access_denied')
    return `Google doesn't let the service account act for ${address}. Enter its client ID with the scope https://mail.google.com/ under domain-wide delegation in the Google Admin console.`
  if (code !== 'invalid_grant') return undefined
  if (/Invalid email or User ID/i.test(description))
    return `Google knows no user ${address}. Enter the address of a user of your domain, not that of a group or of the service account.`
  if (/Invalid JWT Signature|account not found/i.test(description))
    return 'Google no longer has this key or its service account. Create a new key, and enter its whole JSON text here.'
  if (/short-lived token|\biat\b/.test(description))
    return "This server's clock is not Google's, so its request looks old or is from the future. Set the clock."
  return `Google refuses the service account or the user ${address}. Check that the address belongs to a user of your domain, and that the key still exists.`
}

function whyOf(error: Error): string {
  const { cause } = error
  const from = cause instanceof Error ? cause : error
  return 'code' in from && typeof from.code === 'string' && from.code !== ''
    ? `${from.message} (${from.code})`
    : from.message
}

function firstLine(text: string): string {
  return text.split(/[\r\n]/, 1)[0]?.slice(0, 300) ?? ''
}
