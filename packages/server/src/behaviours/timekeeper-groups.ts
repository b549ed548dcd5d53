import { chatServiceNames } from '@courtcrier/contract/chat-services.ts'
import { lacks } from '@courtcrier/contract/entered-row.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { sql } from 'kysely'
import { whyNoChatAddress } from '../outbox/chats/post-chat.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'

/** A group's timekeepers are those who name it; the list can be edited from either side. */
export const timekeeperGroupBehaviour: Behaviour = {
  computed: {
    timekeeperIds: (alias) =>
      sql`(select coalesce(array_agg(k.id order by k.sort_name, k.full_name), '{}') from timekeepers k where k.firm_id = ${sql.ref(`${alias}.firm_id`)} and k.timekeeper_group_id = ${sql.ref(`${alias}.id`)})`,
  },
  members: { timekeeperIds: { resource: timekeeper, key: 'timekeeperGroupId' } },
  takesTurns: true,
  beforeSave: async (_, save) => channelProblems(save),
  // How the channel did belongs to its previous settings.
  afterSave: async (trx, { firmId, id, values, current }) => {
    if (!current || !channelFields.some((key) => Object.hasOwn(values, key))) return
    await sql`update timekeeper_groups set chat_health = 'unknown', chat_sentence = null
      where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
    await sql`delete from chat_alerts where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  },
  dependents: [
    { table: 'chat_messages', column: 'timekeeper_group_id', comesBack: 'link' },
    { table: 'chat_alerts', column: 'id', comesBack: 'never' },
  ],
}

const channelFields = ['chatService', 'chatUrl', 'isChatActive'] as const

/** Returns what a channel lacks: a service needs its address, and the address has to be at the service. */
function channelProblems(save: Save): readonly Problem[] {
  const { values, current } = save
  const { chatService } = { ...current, ...values } as AnyRow
  const service = chatService === 'TEAMS' || chatService === 'SLACK' ? chatService : undefined
  const { chatUrl } = values
  const hasUrl = !lacks('chatUrl', save)
  if (service && !hasUrl) return [{ field: 'chatUrl', code: 'required' }]
  if (!service) return hasUrl ? [{ field: 'chatService', code: 'required' }] : []
  if (typeof chatUrl !== 'string' || whyNoChatAddress(service, chatUrl) === undefined) return []
  return [{ field: 'chatUrl', code: `not_chat_address:${chatServiceNames[service]}` }]
}
