import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { type ChatServer, openChatServer } from '../../testing/chat-server.ts'
import {
  claimed,
  insert,
  openTestServices,
  plantFiling,
  rowById,
  type TestFiling,
  type TestServices,
} from '../copies/test-filing.ts'
import { openKind } from '../run.ts'
import { chatKind } from './kind.ts'
import { plantGroup, plantMember } from './planted-group.fixture.ts'
import type { ChatDeps } from './post-chat.ts'

/** A filing, and a group of one person with a channel in Slack; new ones for every test. */
interface ChatBench {
  services: TestServices
  chat: ChatServer
  filing: TestFiling
  group: string
  ruth: string
}

/** Opens a bench for the tests of a file. Its members are there once a test begins. */
export function useChatBench(): ChatBench {
  const bench = {} as ChatBench
  beforeAll(async () => {
    bench.services = await openTestServices({ COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: 'loopback' })
    bench.chat = await openChatServer()
  })
  afterAll(async () => {
    await bench.chat.close()
    await bench.services.close()
  })
  beforeEach(async () => {
    bench.filing = await plantFiling(bench.services)
    bench.group = await plantGroup(bench.services, { chatService: 'SLACK', chatUrl: bench.chat.url('/slack/partners') })
    bench.ruth = await plantMember(bench.services, bench.group)
  })
  afterEach(async () => {
    Object.assign(bench.chat, { messages: [], calls: [], answer: undefined })
    await system(bench, sql`delete from ethical_walls`)
    await system(bench, sql`delete from system_events`)
  })
  return bench
}

export const system = ({ services }: ChatBench, work: ReturnType<typeof sql>) =>
  withSystem(services.database, (trx) => work.execute(trx))

/** Plans a message about the filing to the group's channel, and returns its ID. */
export async function plantChat(
  { services, filing, group }: Pick<ChatBench, 'services' | 'filing' | 'group'>,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = newId()
  await withSystem(services.database, (trx) =>
    insert(trx, 'chat_messages', {
      firm_id: 1,
      id,
      envelope_id: filing.envelopeId,
      inbox_item_id: filing.itemId,
      timekeeper_group_id: group,
      group_name: 'Partners',
      service: 'SLACK',
      ...values,
    }),
  )
  return id
}

/** Lets the service answer the next message so, and those after it as usual. */
export function answerOnce({ chat }: ChatBench, status: number, body = '', headers: Record<string, string> = {}): void {
  chat.answer = (_, response) => {
    chat.answer = undefined
    response.writeHead(status, headers).end(body)
  }
}

/** Sends a message as the worker does, once. */
export const send = ({ services }: ChatBench, id: string, deps: ChatDeps = {}) =>
  openKind(chatKind(services, deps)).run(claimed({ firmId: 1, id }))

export const chatRow = ({ services }: ChatBench, id: string) => rowById(services, 'chat_messages', id)

export const groupRow = ({ services, group }: ChatBench) => rowById(services, 'timekeeper_groups', group)

/** The firm's log, in order. */
export async function events({ services }: ChatBench) {
  const { rows } = await sql<{ type: string; sentence: string; entity: string; entityId: string }>`
    select type, sentence, entity, entity_id as "entityId" from system_events order by id`.execute(
    services.database.kysely,
  )
  return rows
}
