import { date } from './fields/date.ts'
import { secret } from './fields/secret.ts'
import { select } from './fields/select.ts'
import { text } from './fields/text.ts'
import { timestamp } from './fields/timestamp.ts'

/** Which service an account of the firm is at. */
export function mailService(number: number) {
  return select(number, ['MICROSOFT', 'GOOGLE', 'OAUTH', 'PASSWORD', 'MICROSOFT_USER', 'GOOGLE_USER', 'GRAPH'], {
    required: true,
    directsSecrets: true,
    default: 'MICROSOFT',
    label: 'Mail service',
    helpWith: { GRAPH: 'Microsoft Graph reaches mailboxes of Microsoft 365 without IMAP or SMTP.' },
    valueLabels: {
      MICROSOFT: 'Microsoft 365',
      GOOGLE: 'Google Workspace',
      OAUTH: 'Other, with OAuth',
      PASSWORD: 'Other, with a password',
      MICROSOFT_USER: 'Microsoft 365, by signing in',
      GOOGLE_USER: 'Google, by signing in',
      GRAPH: 'Microsoft 365, by Microsoft Graph',
    },
  })
}

/**
 * What the mail server's input says for each service: how its address is written, and that a service with a usual one
 * needs it only elsewhere.
 */
export function helpWithServer(address: string): Readonly<Record<string, string>> {
  const elsewhere = `Only if it differs from the usual one, as in a national cloud: ${address}`
  return {
    OAUTH: address,
    PASSWORD: address,
    ...{ MICROSOFT: elsewhere, GOOGLE: elsewhere, MICROSOFT_USER: elsewhere, GOOGLE_USER: elsewhere },
    GRAPH: 'Only if it differs from the usual one, as in a national cloud: https://graph.microsoft.us.',
  }
}

/** The services at which a person signs in and consents, instead of an application with rights of its own. */
export const delegatedServices = ['MICROSOFT_USER', 'GOOGLE_USER'] as const
export type DelegatedService = (typeof delegatedServices)[number]

/** Who asks for the consent, by its name. */
export const consentProviders: Readonly<Record<DelegatedService, string>> = {
  MICROSOFT_USER: 'Microsoft',
  GOOGLE_USER: 'Google',
}

export function isDelegated(service: unknown): service is DelegatedService {
  return delegatedServices.some((each) => each === service)
}
/** The services whose sign-in has a part. */
const atEntra = { onlyWith: { key: 'service', values: ['MICROSOFT', 'MICROSOFT_USER', 'GRAPH'] } }
const asApplication = { onlyWith: { key: 'service', values: ['MICROSOFT', 'GRAPH', 'OAUTH', ...delegatedServices] } }
const byToken = { onlyWith: { key: 'service', values: [...asApplication.onlyWith.values, 'GOOGLE'] } }

/** What proves who signs in, in six fields from the first number on. */
export function signInFields(first: number) {
  return {
    tenantId: text(first, {
      ...atEntra,
      directsSecrets: true,
      max: 253,
      pattern: /^[A-Za-z0-9][A-Za-z0-9.-]*$/,
      patternCode: 'not_text',
      label: 'Directory (tenant) ID',
      help: "Microsoft 365: from the application's page in Entra.",
    }),
    clientId: text(first + 1, {
      ...asApplication,
      max: 200,
      label: 'Application (client) ID',
      help: "Microsoft 365: from the application's page in Entra; not its object ID.",
    }),
    clientSecret: secret(first + 2, {
      ...asApplication,
      max: 1000,
      help: "The secret's value, which is shown only when it is created; not its ID.",
    }),
    clientCertificate: secret(first + 3, {
      ...atEntra,
      max: 32_000,
      isLong: true,
      help: 'Microsoft 365: instead of a secret, the certificate and its private key, both from -----BEGIN to -----END.',
    }),
    serviceAccountKey: secret(first + 4, {
      onlyWith: { key: 'service', values: ['GOOGLE'] },
      max: 16_000,
      isLong: true,
      help: "Google Workspace: the service account's key as downloaded, a JSON text.",
    }),
    password: secret(first + 5, { onlyWith: { key: 'service', values: ['PASSWORD'] }, max: 500 }),
  }
}

/** The same fields, as a step of the form shows them. */
export const signInStep = [
  ...(['tenantId', 'clientId', 'clientSecret', 'clientCertificate', 'serviceAccountKey', 'password'] as const),
  'expiresAt',
] as const

/** Where tokens come from, in two fields from the first number on. */
export function tokenFields(first: number) {
  return {
    tokenUrl: text(first, {
      ...byToken,
      directsSecrets: true,
      max: 500,
      pattern: /^https?:\/\/[^\s/@?#]+(?:[/?#]\S*)?$/i,
      patternCode: 'not_url',
      label: 'Token URL',
      help: 'Where tokens are requested. With Microsoft 365 and Google, only if it differs from the usual one.',
    }),
    scope: text(first + 1, {
      ...byToken,
      max: 500,
      help: 'What the token is requested for. With Microsoft 365 and Google, only if it differs from the usual one.',
    }),
  }
}

/** When the secret or certificate ends. */
export function secretExpiry(number: number) {
  return date(number, {
    label: 'Secret expires on',
    help: 'When the secret or certificate ends. If empty, it is read from a new certificate. The firm is reminded before.',
  })
}

/** Who signed in at the service, in three fields from the first number on. */
export function consentFields(first: number) {
  return {
    signedInAs: text(first, { readOnly: true, max: 320, label: 'Signed in as' }),
    signedInAt: timestamp(first + 1, { readOnly: true, label: 'Signed in' }),
    signInEndsAt: timestamp(first + 2, { readOnly: true, label: 'Sign-in ends' }),
  }
}

/** How the account does, in two fields from the first number on; `untried`: what it is called before it was used. */
export function healthFields(first: number, untried: string) {
  return {
    health: select(first, ['unknown', 'healthy', 'failing'], {
      required: true,
      readOnly: true,
      default: 'unknown',
      valueLabels: { unknown: untried, healthy: 'Healthy', failing: 'Failing' },
      tones: { unknown: 'neutral', healthy: 'ok', failing: 'bad' },
    }),
    sentence: text(first + 1, { readOnly: true, max: 1000, label: 'What is wrong', holds: 'sentence' }),
  }
}
