import type { MailProvider } from '@courtcrier/contract/mail-providers.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { Mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { type RawBuilder, sql } from 'kysely'
import { MailboxProblem } from './mailbox-problem.ts'

/** What signing in to an account takes, to read it or to send by it, with its secrets in plain. */
export type MailSignIn = { service: Exclude<Mailbox['service'], MailProvider> } & Pick<
  Mailbox,
  | 'address'
  | 'tenantId'
  | 'clientId'
  | 'clientSecret'
  | 'clientCertificate'
  | 'serviceAccountKey'
  | 'password'
  | 'server'
  | 'tokenUrl'
  | 'scope'
>

/** The secrets among them. */
const signInSecrets = ['clientSecret', 'clientCertificate', 'serviceAccountKey', 'password'] as const
type SignInSecret = (typeof signInSecrets)[number]

/** All others. */
export const signInPlain = ['service', 'address', 'tenantId', 'clientId', 'server', 'tokenUrl', 'scope'] as const

/** An account as stored, its secrets sealed. */
export interface SealedAccount<Settings extends MailSignIn> {
  plain: Omit<Settings, SignInSecret>
  /** In hexadecimal, by name; null for one that isn't set. */
  sealed: Record<SignInSecret, string | null>
}

/** Returns how a `SealedAccount` is read from a row of a table's alias. */
export function accountColumns(
  alias: string,
  plain: readonly string[],
): Record<keyof SealedAccount<MailSignIn>, RawBuilder<unknown>> {
  const column = (name: string) => sql`${sql.ref(`${alias}.${snakeCase(name)}`)}`
  const plainParts = plain.map((name) => sql`${sql.lit(name)}, ${column(name)}`)
  const sealedParts = signInSecrets.map((name) => sql`${sql.lit(name)}, encode(${column(name)}, 'hex')`)
  return {
    plain: sql`jsonb_build_object(${sql.join(plainParts)})`,
    sealed: sql`jsonb_build_object(${sql.join(sealedParts)})`,
  }
}

/** Opens the secrets. Throws a `MailboxProblem` when they were sealed with another key, or for another server. */
export function openAccount<Settings extends MailSignIn>(
  resource: Resource,
  { plain, sealed }: SealedAccount<Settings>,
  secrets: Pick<SealingBox, 'open'>,
): Settings {
  const destination = destinationOf(resource, { ...plain })
  try {
    const opened = signInSecrets.map((name): [string, string | null] => {
      const hex = sealed[name]
      return [name, hex === null ? null : secrets.open(Buffer.from(hex, 'hex'), destination)]
    })
    return { ...plain, ...Object.fromEntries(opened) } as Settings
  } catch (cause) {
    const sentence =
      'The secrets cannot be read with the key of this server, or were saved for another server. Enter them again.'
    throw new MailboxProblem(sentence, { isRefusal: true, cause })
  }
}
