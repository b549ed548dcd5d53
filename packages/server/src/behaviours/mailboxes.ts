import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, secretsSet } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { parseServiceAccount } from '../mail/mailboxes/service-account.ts'
import { mailServices } from '../mail/mailboxes/services.ts'
import type { MailSignIn } from '../mail/mailboxes/sign-in.ts'
import { giveCallAddress } from '../mail/providers/provider-mailbox.ts'
import { isOfProvider, providerProblems } from '../mail/providers/provider-problems.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'

export const mailboxBehaviour: Behaviour = {
  beforeSave: async (_, save) => (isOfProvider(save) ? providerProblems(save) : signInProblems(save)),
  // How it did belongs to the previous settings.
  afterSave: async (trx, save) => {
    const { firmId, id, current } = save
    if (isOfProvider(save)) await giveCallAddress(trx, { firmId, id })
    if (!current) return
    await sql`update mailboxes set health = 'unknown', sentence = null, checked_at = null
      where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
    await sql`update mailbox_readers set told_at = null where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  },
}

/** Returns what a save of a mailbox or sending account lacks to be signed in to, and which of its keys aren't any. */
export function signInProblems(save: Save): readonly Problem[] {
  return [...whatIsMissing(save), ...whatIsNoKey(save)]
}

function whatIsMissing({ values, current }: Save) {
  const row: AnyRow = { ...current, ...values }
  const kept = (current as { [secretsSet]?: readonly string[] } | undefined)?.[secretsSet] ?? []
  const has = (field: string) =>
    kept.includes(field) && !Object.hasOwn(values, field)
      ? true
      : row[field] !== null && row[field] !== undefined && row[field] !== ''
  const { needs } = mailServices[row.service as MailSignIn['service']]
  const lacksProof = row.service === 'MICROSOFT' && !has('clientSecret') && !has('clientCertificate')
  return [
    ...needs.filter((field) => !has(field)).map((field) => ({ field, code: 'required' })),
    ...(lacksProof ? [{ field: 'clientSecret', code: 'secret_or_certificate_required' }] : []),
  ]
}

function whatIsNoKey({ values: { serviceAccountKey, clientCertificate } }: Save) {
  return [
    ...(isUnreadable(serviceAccountKey, parseServiceAccount)
      ? [{ field: 'serviceAccountKey', code: 'not_service_account' }]
      : []),
    ...(isUnreadable(clientCertificate, readCertificate)
      ? [{ field: 'clientCertificate', code: 'not_certificate' }]
      : []),
  ]
}

function readCertificate(pem: string): void {
  if (!new X509Certificate(pem).checkPrivateKey(createPrivateKey(pem)))
    throw new Error('the key of another certificate')
}

function isUnreadable(value: unknown, read: (text: string) => unknown): boolean {
  if (typeof value !== 'string') return false
  try {
    read(value)
    return false
  } catch {
    // Whatever is wrong with it, it can't be used.
    return true
  }
}
