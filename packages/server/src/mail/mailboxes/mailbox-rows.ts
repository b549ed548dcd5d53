import { snakeCase } from '@courtcrier/contract/names.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { SealingBox } from '../../base/lib/secret-box.ts'
import { MailboxProblem } from './mailbox-problem.ts'
import { type MailboxSettings, mailboxPlain, mailboxSecrets } from './mailbox-settings.ts'

/** A mailbox as stored, its secrets sealed. */
export interface MailboxRow {
  firmId: number
  id: string
  name: string
  /** Messages that the server received before are left as they are. */
  readFrom: Date
  /** When it last passed a test: it may be read again at once. */
  testedAt: Date | null
  plain: Omit<MailboxSettings, (typeof mailboxSecrets)[number]>
  /** In hexadecimal, by name; null for one that isn't set. */
  sealed: Record<(typeof mailboxSecrets)[number], string | null>
}

/** How far a mail server's clock may be behind: a message must not be passed over for that. */
const clockMinutes = 10

/** Returns the mailboxes in use that satisfy the condition on a row of `m`. */
export async function findMailboxes(trx: Trx, where = sql<boolean>`m.is_active`): Promise<readonly MailboxRow[]> {
  const column = (name: string) => sql`m.${sql.ref(snakeCase(name))}`
  const plain = mailboxPlain.map((name) => sql`${sql.lit(name)}, ${column(name)}`)
  const sealed = mailboxSecrets.map((name) => sql`${sql.lit(name)}, encode(${column(name)}, 'hex')`)
  const { rows } = await sql<MailboxRow>`
    select m.firm_id as "firmId", m.id, m.name, coalesce(m.read_from, m.created_at - make_interval(mins => ${clockMinutes})) as "readFrom",
      r.tested_at as "testedAt", jsonb_build_object(${sql.join(plain)}) as plain,
      jsonb_build_object(${sql.join(sealed)}) as sealed
    from mailboxes m left join mailbox_readers r on r.firm_id = m.firm_id and r.id = m.id
    where ${where} order by m.firm_id, m.id`.execute(trx)
  return rows
}

/** Opens the secrets. Throws a `MailboxProblem` when they were sealed with another key, or for another server. */
export function openMailbox(row: MailboxRow, secrets: Pick<SealingBox, 'open'>): MailboxSettings {
  const destination = destinationOf(mailbox, { ...row.plain })
  try {
    const opened = mailboxSecrets.map((name): [string, string | null] => {
      const hex = row.sealed[name]
      return [name, hex === null ? null : secrets.open(Buffer.from(hex, 'hex'), destination)]
    })
    return { ...row.plain, ...Object.fromEntries(opened) } as MailboxSettings
  } catch (cause) {
    const sentence =
      'The secrets of the mailbox cannot be read with the key of this server, or were saved for another server. Enter them again.'
    throw new MailboxProblem(sentence, { isRefusal: true, cause })
  }
}
