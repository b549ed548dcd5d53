import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isAdmin } from '@courtcrier/contract/access.ts'
import { mailProviders } from '@courtcrier/contract/mail-providers.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, secretsSet } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { retryLeft } from '../mail/graph/graph-position.ts'
import { believedFields, findBelievedBy } from '../mail/mailboxes/believed.ts'
import { askForSignIn } from '../mail/mailboxes/grants/ask-for-sign-in.ts'
import { clockMinutes } from '../mail/mailboxes/mailbox-rows.ts'
import { parseServiceAccount } from '../mail/mailboxes/service-account.ts'
import { mailServices } from '../mail/mailboxes/services.ts'
import type { MailSignIn } from '../mail/mailboxes/sign-in.ts'
import { giveCallAddress } from '../mail/providers/provider-mailbox.ts'
import { isOfProvider, providerProblems } from '../mail/providers/provider-problems.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'
import { type Touch, touchedFields } from '../records/touch.ts'

export const mailboxBehaviour: Behaviour = {
  whyBeyond: async (_, touch) => whyBelieved(touch),
  beforeSave: async (_, save) =>
    isOfProvider(save) ? providerProblems(save) : signInProblems(save, 'not_imap_server'),
  afterSave: async (trx, save) => {
    const { firmId, id, current } = save
    await settleBelief(trx, save)
    await noteCertificateEnd(trx, 'mailboxes', save)
    if (isOfProvider(save)) await giveCallAddress(trx, { firmId, id })
    if (!current) return askForSignIn(trx, 'mailbox', save)
    const touched = touchedFields({ before: current, after: { ...current, ...save.values } })
    await forgetHealth(trx, { firmId, id, touched })
    await readFromNow(trx, { firmId, id, touched })
    await retryLeft(trx, { firmId, mailboxId: id })
    await askForSignIn(trx, 'mailbox', save)
  },
}

interface Touched extends Pick<Save, 'firmId' | 'id'> {
  touched: readonly string[]
}

/** How it did belongs to the previous settings. What it is called isn't one: no one would look at it again for that. */
async function forgetHealth(trx: Trx, { firmId, id, touched }: Touched): Promise<void> {
  if (touched.every((field) => ['name', 'expiresAt'].includes(field))) return
  await sql`update mailboxes set health = 'unknown', sentence = null, checked_at = null
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  await sql`update mailbox_readers set told_at = null where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
}

/** What is in another mailbox or folder already is old there, whenever this record was added. */
async function readFromNow(trx: Trx, { firmId, id, touched }: Touched): Promise<void> {
  if (!['service', 'server', 'address', 'folder'].some((field) => touched.includes(field))) return
  await sql`update mailboxes set read_from = now() - make_interval(mins => ${clockMinutes})
    where firm_id = ${firmId} and id = ${id}::uuid and read_from is null
      and service <> all(${[...mailProviders]}::text[])`.execute(trx)
}

/**
 * The mail server of a believed mailbox says which messages courts sent, and so does anyone who may put messages into it:
 * which mailbox that is, only administrators decide.
 */
function whyBelieved(touch: Touch): Problem[] {
  const { before, after, writer } = touch
  if (!after || isAdmin(writer.role)) return []
  const by = findBelievedBy(after)
  if (!before) return by ? [{ field: by, code: 'believed_administrators_only' }] : []
  const touched = touchedFields(touch)
  const decided: readonly string[] = [...(by ? believedFields : ['authserv']), 'isBelieved']
  return decided
    .filter((field) => touched.includes(field))
    .map((field) => ({ field, code: 'believed_administrators_only' }))
}

/**
 * Only what an administrator set is believed: a mailbox that someone else adds isn't, even if its server becomes a known
 * one, and one that an administrator's change makes believable is.
 */
async function settleBelief(trx: Trx, { firmId, id, values, current, writer }: Save): Promise<void> {
  const isAdministrator = isAdmin(writer.role)
  const next: AnyRow = { ...current, ...values }
  const isChosen = current ? touchedFields({ before: current, after: next }).includes('isBelieved') : isAdministrator
  const isArising = current !== undefined && findBelievedBy(current) === undefined && findBelievedBy(next) !== undefined
  if (isChosen || (current && !isArising)) return
  await sql`update mailboxes set is_believed = ${isAdministrator} where firm_id = ${firmId} and id = ${id}::uuid`.execute(
    trx,
  )
}

/** Returns what a save of a mailbox or sending account lacks to be signed in to, and which of its keys aren't any. */
export function signInProblems(save: Save, serverCode: string): readonly Problem[] {
  return [...whatIsMissing(save), ...whatIsNoKey(save), ...whatIsNoServer(save, serverCode)]
}

function whatIsMissing({ values, current }: Save) {
  const row: AnyRow = { ...current, ...values }
  const kept = (current as { [secretsSet]?: readonly string[] } | undefined)?.[secretsSet] ?? []
  const has = (field: string) =>
    kept.includes(field) && !Object.hasOwn(values, field)
      ? true
      : row[field] !== null && row[field] !== undefined && row[field] !== ''
  const { needs } = mailServices[row.service as MailSignIn['service']]
  const lacksProof =
    ['MICROSOFT', 'GRAPH'].includes(String(row.service)) && !has('clientSecret') && !has('clientCertificate')
  return [
    ...needs.filter((field) => !has(field)).map((field) => ({ field, code: 'required' })),
    ...(lacksProof ? [{ field: 'clientSecret', code: 'secret_or_certificate_required' }] : []),
  ]
}

/** Microsoft Graph is at a web address, and all others at none. */
function whatIsNoServer({ values, current }: Save, serverCode: string) {
  const { server, service }: AnyRow = { ...current, ...values }
  if (typeof server !== 'string' || server === '' || /^https?:/i.test(server) === (service === 'GRAPH')) return []
  return [{ field: 'server', code: service === 'GRAPH' ? 'not_graph_server' : serverCode }]
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

function readCertificate(pem: string): X509Certificate {
  const certificate = new X509Certificate(pem)
  if (!certificate.checkPrivateKey(createPrivateKey(pem))) throw new Error('the key of another certificate')
  return certificate
}

/**
 * A new certificate says when it ends, and the firm is reminded of that unless another day is entered with it. A day from
 * before was that of the former secret.
 */
export async function noteCertificateEnd(
  trx: Trx,
  table: 'mailboxes' | 'mail_senders',
  { firmId, id, values: { clientCertificate, expiresAt } }: Save,
): Promise<void> {
  if (typeof clientCertificate !== 'string' || expiresAt) return
  const day = new Date(readCertificate(clientCertificate).validTo).toISOString().slice(0, 10)
  await sql`update ${sql.table(table)} set expires_at = ${day}::date where firm_id = ${firmId} and id = ${id}::uuid`.execute(
    trx,
  )
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
