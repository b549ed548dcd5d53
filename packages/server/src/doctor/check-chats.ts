import { type ChatService, chatServiceNames } from '@courtcrier/contract/chat-services.ts'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import type { Check } from './check.ts'

interface Channel {
  firmId: number
  name: string
  service: ChatService
  isPaused: boolean
  sentence: string | null
}

/** The chat channels in use of all firms: one check for each that is paused, and one for all others. */
export async function checkChats(database: Database): Promise<readonly Check[]> {
  const { rows } = await withSystem(database, (trx) =>
    sql<Channel>`
      select firm_id as "firmId", name, chat_service as service, chat_health = 'paused' as "isPaused",
        chat_sentence as sentence
      from timekeeper_groups where chat_service is not null and is_chat_active order by firm_id, lower(name), id`.execute(
      trx,
    ),
  )
  const paused = rows.filter(({ isPaused }) => isPaused)
  const others = rows.length - paused.length
  const checks = paused.map(checkOf)
  if (others === 0) return checks
  return [...checks, { name: 'Chat channels', state: 'ok', sentence: `${others} in use, none of them paused.` }]
}

function checkOf({ firmId, name, service, sentence }: Channel): Check {
  return {
    name: `Chat channel "${name}" of firm ${firmId}`,
    state: 'failed',
    sentence:
      `It is paused, so filings aren't announced there (${chatServiceNames[service]}). ${sentence ?? ''}`.trim(),
  }
}
