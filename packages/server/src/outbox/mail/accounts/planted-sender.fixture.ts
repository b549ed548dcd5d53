import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../../../base/db/changes.ts'
import { withSystem } from '../../../base/db/firm-transaction.ts'
import { newId } from '../../../base/db/ids.ts'
import type { Services } from '../../../base/services.ts'
import type { MailSignIn } from '../../../mail/mailboxes/sign-in.ts'

type Planting = Pick<Services, 'database' | 'secrets'>

interface Planted extends Partial<MailSignIn> {
  firmId?: number
  senderName?: string
}

/** Adds a sending account of firm 1, its secrets sealed as the console's are. */
export async function plantSender(services: Planting, settings: Planted): Promise<string> {
  const id = newId()
  const { clientSecret = null, password = null, firmId = 1, senderName = null, ...plain } = settings
  const row = { address: 'docketing@hale-osei.example', tokenUrl: null, clientId: null, server: null, ...plain }
  const seal = (secret: string | null) => (secret === null ? null : sealedFor(services, row, secret))
  await withSystem(services.database, async (trx) => {
    await sql`insert into mail_senders (firm_id, id, name, service, address, sender_name, server, token_url, client_id,
        client_secret, password)
      values (${firmId}, ${id}::uuid, ${`Account ${id}`}, ${row.service}, ${row.address}, ${senderName}, ${row.server},
        ${row.tokenUrl}, ${row.clientId}, ${seal(clientSecret)}, ${seal(password)})`.execute(trx)
    await announce(trx, { firmId, entity: mailSender.name, ids: [id] })
  })
  return id
}

export function sealedFor({ secrets }: Planting, row: Partial<MailSignIn>, secret: string): Uint8Array {
  return secrets.seal(secret, destinationOf(mailSender, { ...row }))
}

export async function changeSender({ database }: Planting, id: string, set: RawBuilder<unknown>): Promise<void> {
  await withSystem(database, async (trx) => {
    await sql`update mail_senders set ${set} where id = ${id}::uuid`.execute(trx)
    await announce(trx, { firmId: 1, entity: mailSender.name, ids: [id] })
  })
}

/** How an account does, and how many errors say that it fails. */
export async function stateOfSender({ database }: Planting, id: string) {
  const { rows } = await withSystem(database, (trx) =>
    sql<{ health: string; sentence: string | null; told: number }>`
      select s.health, s.sentence, (select count(*)::int from system_events e
        where e.firm_id = s.firm_id and e.action = 'sender_failing' and e.entity_id = s.id::text) as told
      from mail_senders s where s.id = ${id}::uuid`.execute(trx),
  )
  return rows[0]
}
