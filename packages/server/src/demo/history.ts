import { sql } from 'kysely'
import type { Services } from '../base/services.ts'
import { receiveMessage } from '../mail/receive.ts'
import { clearOld } from './clear-old.ts'

/** A past notice from the sandbox. */
interface PastNotice {
  enteredAt: string
  to: string
  from: string
  /** Base64. */
  raw: string
}

/**
 * Receives past notices like any other message, with real retrieval, delivery and storage, and then backdates
 * everything to when it would have happened.
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
  const settle = () =>
    untilSettled(
      services,
      dates.map(({ id }) => id),
    )
  await settle()
  await returnOne(services, sandboxUrl)
  const lately = new Date(Date.now() - recentMs).toISOString()
  const old = dates.filter(({ at }) => at < lately).map(({ id }) => id)
  await clearOld(services, { ids: old, settle })
  await dateBack(services, dates)
}

/** What needed a person before this has been done. */
const recentMs = 8 * 86_400_000

/** The attorney whose mailbox is full: the last email to this address is returned. */
const fullMailbox = 'keisha.broadnax@harlanlowe.example'

async function returnOne(services: Services, sandboxUrl: string): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/control/returned-mail?to=${encodeURIComponent(fullMailbox)}`)
  if (!answer.ok) return
  const { to, from, raw } = (await answer.json()) as Omit<PastNotice, 'enteredAt'>
  await receiveMessage(services, {
    firmId: 1,
    raw: Buffer.from(raw, 'base64'),
    via: 'smtp',
    source: from,
    origin: { mailFrom: from, recipients: [to] },
  })
}

/** How long processing past notices may take; anything unfinished stays as it is. */
const patienceMs = 120_000

async function untilSettled(services: Services, ids: readonly string[]): Promise<void> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from inbox_items i
      where firm_id = 1 and id = any(${ids}::uuid[]) and status in ('New', 'Started', 'Retry', 'Post Processing')
        and not exists (select 1 from document_copies c
          where c.firm_id = i.firm_id and c.inbox_item_id = i.id and c.status = 'delayed')`.execute(
      services.database.kysely,
    )
    if (rows[0]?.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Runs as the database's owner: the application's role may not change history. The demo's history is invented. */
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
