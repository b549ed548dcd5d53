import type { ChatService } from '@courtcrier/contract/chat-services.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { insert, type TestFiling, type TestServices } from '../copies/test-filing.ts'

interface Channel {
  chatService: ChatService
  chatUrl: string
  name?: string
}

/** Creates a preference group with a chat channel, and returns its ID. */
export async function plantGroup({ database, secrets }: TestServices, channel: Channel): Promise<string> {
  const id = newId()
  const { chatService, chatUrl, name = `Partners ${id}` } = channel
  await withSystem(database, (trx) =>
    insert(trx, 'timekeeper_groups', {
      firm_id: 1,
      id,
      name,
      time_zone: 'America/New_York',
      delivery_method: 'INHERIT_METHOD',
      notification_cadence: 'INHERIT_CADENCE',
      chat_service: chatService,
      chat_url: Buffer.from(secrets.seal(chatUrl, destinationOf(timekeeperGroup, { chatService }))),
    }),
  )
  return id
}

/** Adds a person to a group, and returns the ID. */
export async function plantMember({ database }: TestServices, groupId: string | null): Promise<string> {
  const id = newId()
  await withSystem(database, (trx) =>
    insert(trx, 'timekeepers', {
      firm_id: 1,
      id,
      full_name: `Person ${id}`,
      email: `${id}@hale-osei.example`,
      timekeeper_group_id: groupId,
    }),
  )
  return id
}

/** Plans an email about a filing to a person, as the pipeline does. */
export async function plantTold(
  { database }: TestServices,
  filing: TestFiling,
  { timekeeperId, ...values }: Record<string, unknown> & { timekeeperId: string },
): Promise<string> {
  const id = newId()
  await withSystem(database, (trx) =>
    insert(trx, 'deliveries', {
      firm_id: filing.firmId,
      id,
      envelope_id: filing.envelopeId,
      inbox_item_id: filing.itemId,
      timekeeper_id: timekeeperId,
      email: `${timekeeperId}@hale-osei.example`,
      method: 'WEB_LINK',
      message_id: id,
      attempts: 0,
      cadence: 'REALTIME',
      level: 'case',
      ...values,
    }),
  )
  return id
}
