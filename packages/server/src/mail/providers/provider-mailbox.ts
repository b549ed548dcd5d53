import { randomBytes } from 'node:crypto'
import { type MailProvider, mailProviders } from '@courtcrier/contract/mail-providers.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { accountColumns, signInPlain } from '../mailboxes/sign-in.ts'
import { defaultMaxBytes } from '../recipients.ts'
import { CallProblem } from './call-problem.ts'
import type { AccessKey } from './sign-s3-request.ts'

/** A mailbox whose provider calls, as stored. */
export interface ProviderMailbox {
  firmId: number
  id: string
  name: string
  address: string
  provider: MailProvider
  isActive: boolean
  topicArn: string | null
  /** In hexadecimal. */
  sealedSecret: string | null
  accessKeyId: string | null
  /** In hexadecimal. */
  sealedAccessKey: string | null
  /** What the secrets were sealed for. */
  plain: Readonly<Record<string, string | null>>
  /** The part of its address that can't be guessed. */
  pathKey: string
  /** The largest message that the firm accepts. */
  maxBytes: number
}

/** Returns a mailbox, if a provider calls for it. */
export async function findProviderMailbox(
  trx: Trx,
  { firmId, id }: { firmId: number; id: string },
): Promise<ProviderMailbox | undefined> {
  const { plain } = accountColumns('m', signInPlain)
  const { rows } = await sql<Omit<ProviderMailbox, 'maxBytes'> & { maxBytes: number | null }>`
    select m.firm_id as "firmId", m.id, m.name, m.address, m.service as provider, m.is_active as "isActive",
      m.topic_arn as "topicArn", encode(m.call_secret, 'hex') as "sealedSecret", m.access_key_id as "accessKeyId",
      encode(m.secret_access_key, 'hex') as "sealedAccessKey", ${plain} as plain,
      a.path_key as "pathKey", f.max_message_size as "maxBytes"
    from mailboxes m
      join mailbox_call_addresses a on a.firm_id = m.firm_id and a.id = m.id
      join firms f on f.firm_id = m.firm_id
    where m.firm_id = ${firmId} and m.id = ${id}::uuid and m.service = any(${[...mailProviders]}::text[])`.execute(trx)
  const [row] = rows
  return row && { ...row, maxBytes: row.maxBytes ?? defaultMaxBytes }
}

/** Gives a mailbox an address that its provider can call, unless it has one; what was refused before no longer counts. */
export async function giveCallAddress(trx: Trx, { firmId, id }: { firmId: number; id: string }): Promise<void> {
  const key = randomBytes(24).toString('base64url')
  await sql`insert into mailbox_call_addresses (firm_id, id, path_key)
    values (${firmId}::integer, ${id}::uuid, ${key})
    on conflict (firm_id, id) do update set refused = 0, refused_at = null, refusal = null, refusals_told_at = null,
      problems_told_at = null`.execute(trx)
}

/** Opens the webhook secret. Throws a `CallProblem` if it isn't set, or was sealed with another key. */
export function openCallSecret(
  { sealedSecret, plain }: Pick<ProviderMailbox, 'sealedSecret' | 'plain'>,
  secrets: Pick<SealingBox, 'open'>,
): string {
  if (sealedSecret === null) throw new CallProblem('The webhook secret is missing. Enter it.')
  return openSecret(sealedSecret, {
    ...{ plain, secrets },
    unreadable: 'The webhook secret cannot be read with the key of this server. Enter it again.',
  })
}

/** Opens the access key by which messages are read from S3; undefined if there is none. */
export function openAccessKey(
  { accessKeyId: id, sealedAccessKey, plain }: Pick<ProviderMailbox, 'accessKeyId' | 'sealedAccessKey' | 'plain'>,
  secrets: Pick<SealingBox, 'open'>,
): AccessKey | undefined {
  if (!id || sealedAccessKey === null) return undefined
  const unreadable = 'The secret access key cannot be read with the key of this server. Enter it again.'
  return { id, secret: openSecret(sealedAccessKey, { plain, secrets, unreadable }) }
}

function openSecret(
  hex: string,
  {
    plain,
    secrets,
    unreadable,
  }: Pick<ProviderMailbox, 'plain'> & {
    secrets: Pick<SealingBox, 'open'>
    unreadable: string
  },
): string {
  try {
    return secrets.open(Buffer.from(hex, 'hex'), destinationOf(mailbox, { ...plain }))
  } catch (cause) {
    throw new CallProblem(unreadable, { cause })
  }
}
