import { sql } from 'kysely'
import type { Services } from '../base/services.ts'
import { receiveMessage } from '../mail/receive.ts'

/** A past notice as the sandbox gives it. */
interface PastNotice {
  enteredAt: string
  to: string
  from: string
  /** Base64. */
  raw: string
}

/**
 * Takes in past notices the way every message goes, with real retrieval, delivery and storage, and then dates
 * everything back to when it would have happened.
 */
export async function fillHistory(
  services: Services,
  { sandboxUrl, count }: { sandboxUrl: string; count: number },
): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/control/history-messages?count=${count}`)
  if (!answer.ok) throw new Error(`the simulated courts have no past: ${await answer.text()}`)
  const notices = (await answer.json()) as PastNotice[]
  const dates: { id: string; at: string }[] = []
  for (const { enteredAt, to, from, raw } of notices) {
    const { itemId } = await receiveMessage(services, {
      firmId: 1,
      raw: Buffer.from(raw, 'base64'),
      via: 'smtp',
      source: from,
      origin: { mailFrom: from, recipients: [to] },
    })
    dates.push({ id: itemId, at: enteredAt })
  }
  await untilSettled(
    services,
    dates.map(({ id }) => id),
  )
  await dateBack(services, dates)
}

/** How long the past may take to happen again; what is not done by then stays where it is. */
const patienceMs = 120_000

async function untilSettled(services: Services, ids: readonly string[]): Promise<void> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from inbox_items
      where firm_id = 1 and id = any(${ids}::uuid[]) and status in ('New', 'Started', 'Retry', 'Post Processing')`.execute(
      services.database.kysely,
    )
    if (rows[0]?.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** As the database's owner: a firm's own program may not rewrite its history, and this is a demo's invention. */
async function dateBack(services: Services, dates: readonly { id: string; at: string }[]): Promise<void> {
  await services.database.kysely.transaction().execute(async (trx) => {
    await sql`create temporary table past on commit drop as
      select i.id, i.envelope_id, (p.at + interval '4 seconds') - i.received_at as shift
      from jsonb_to_recordset(${JSON.stringify(dates)}::text::jsonb) as p (id uuid, at timestamptz)
        join inbox_items i on i.firm_id = 1 and i.id = p.id`.execute(trx)
    await sql`update inbox_items t set received_at = received_at + shift, created_at = created_at + shift, updated_at = updated_at + shift,
      finished_at = finished_at + shift from past where t.firm_id = 1 and t.id = past.id`.execute(trx)
    await sql`update history t set at = at + shift from past where t.firm_id = 1 and t.inbox_item_id = past.id`.execute(
      trx,
    )
    await sql`update envelopes t set created_at = t.created_at + shift from past where t.firm_id = 1 and t.id = past.envelope_id`.execute(
      trx,
    )
    await sql`update documents t set created_at = t.created_at + shift, fetched_at = fetched_at + shift
      from past where t.firm_id = 1 and t.envelope_id = past.envelope_id`.execute(trx)
    await sql`update deliveries t set created_at = t.created_at + shift, sent_at = sent_at + shift
      from past where t.firm_id = 1 and t.inbox_item_id = past.id`.execute(trx)
    await sql`update document_copies t set created_at = t.created_at + shift, stored_at = stored_at + shift
      from past where t.firm_id = 1 and t.inbox_item_id = past.id`.execute(trx)
  })
}
