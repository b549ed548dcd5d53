import { type ChatStep, type ChatTest, testChat } from '@courtcrier/contract/calls/chats.ts'
import type { ChatService } from '@courtcrier/contract/chat-services.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { consoleUrlOf } from '../base/firm-url.ts'
import type { Services } from '../base/services.ts'
import { chatOfTest } from '../outbox/chats/compose-chat.ts'
import { readAddress, unreadable } from '../outbox/chats/kind.ts'
import { noteChannel } from '../outbox/chats/note-channel.ts'
import { type ChatDeps, type ChatResult, postChat, whyNoChatAddress } from '../outbox/chats/post-chat.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { refuseUnseen } from '../records/read-row.ts'
import { demand } from './resources.ts'
import { serveCall } from './server/serve-call.ts'

type ChatTestServices = Pick<Services, 'config' | 'database' | 'secrets'>

/** Tests the chat channel of a preference group by a message to it. Anyone who may change the group may test it. */
export function chatTestRoutes(api: FastifyInstance, services: ChatTestServices, deps: ChatDeps = {}): void {
  serveCall(api, testChat, async ({ params: { id }, request }) => {
    const caller = demand(request, timekeeperGroup, 'FULL')
    const { firmId } = caller
    const channel = await withFirm(services.database, firmId, (trx) => getChannel(trx, { caller, id }))
    // Outside the transaction, because it uses the network.
    const { steps, sent } = await tryChannel(services, { firmId, ...channel }, deps)
    const failed = steps.find(({ state }) => state === 'failed')
    const result: ChatTest = { ok: !failed, steps, sentence: failed?.sentence ?? 'Every step succeeded.' }
    await withFirmWrite(services.database, firmId, (trx) => record(trx, { caller, id, channel, result, sent }))
    return result
  })
}

interface Channel {
  name: string
  service: ChatService
  sealedUrl: Uint8Array
}

async function getChannel(trx: Trx, { caller, id }: { caller: Caller; id: string }): Promise<Channel> {
  await refuseUnseen(trx, timekeeperGroup, { ...caller, id })
  const { rows } = await sql<{ name: string; service: ChatService | null; sealedUrl: Uint8Array | null }>`
    select name, chat_service as service, chat_url as "sealedUrl" from timekeeper_groups
    where firm_id = ${caller.firmId} and id = ${id}::uuid`.execute(trx)
  const [group] = rows
  if (!group) throw new ApiError('not_found')
  const { name, service, sealedUrl } = group
  if (!service || !sealedUrl) throw new ApiError('wrong_state', { sentence: noChannel })
  return { name, service, sealedUrl }
}

const noChannel =
  'This preference group has no chat channel. Choose a service, enter its webhook address and save first.'

async function tryChannel(
  services: ChatTestServices,
  { firmId, name, service, sealedUrl }: Channel & { firmId: number },
  deps: ChatDeps,
): Promise<{ steps: ChatStep[]; sent?: ChatResult }> {
  const address = readAddress(services.secrets, { service, sealedUrl })
  const wrong = address === undefined ? unreadable : whyNoChatAddress(service, address)
  if (address === undefined || wrong !== undefined)
    return {
      steps: [
        { step: 'address', state: 'failed', sentence: wrong ?? unreadable },
        { step: 'send', state: 'skipped', sentence: 'Not tried, because an earlier step failed.' },
      ],
    }
  const message = chatOfTest(name, await consoleUrlOf(services, firmId))
  const { privateWebhooks } = services.config
  const sent = await postChat({ service, address, message }, { ...deps, privateWebhooks })
  const isSent = sent.kind === 'sent'
  return {
    sent,
    steps: [
      { step: 'address', state: 'ok', sentence: 'The webhook address can be used.' },
      {
        step: 'send',
        state: isSent ? 'ok' : 'failed',
        sentence: isSent ? `${sent.sentence} Check that it is in the channel.` : sent.sentence,
      },
    ],
  }
}

interface Tested {
  caller: Caller
  id: string
  channel: Channel
  result: ChatTest
  sent: ChatResult | undefined
}

async function record(trx: Trx, { caller, id, channel, result, sent }: Tested): Promise<void> {
  const { name, sealedUrl } = channel
  const { firmId, user, userId } = caller
  // A channel that is paused goes on; one that failed is paused by the next message.
  if (sent?.kind === 'sent') await noteChannel(trx, { firmId, id, name, sealedUrl, problem: undefined })
  await recordEvent(trx, {
    firmId,
    level: result.ok ? 'INFO' : 'WARNING',
    type: 'other',
    sentence: `${user.fullName} tested the chat channel of "${name}": ${result.sentence}`,
    userId,
    entity: timekeeperGroup.name,
    entityId: id,
    action: 'chat_tested',
    recordTitle: name,
    facts: { result: result.sentence.slice(0, 1000) },
  })
}
