import { testSender } from '@courtcrier/contract/calls/mail-senders.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import type { Services } from '../base/services.ts'
import { makeOwnMessageId } from '../mail/own-message-id.ts'
import { personTokens } from '../outbox/mail/accounts/given-tokens.ts'
import { noteSending } from '../outbox/mail/accounts/note-sending.ts'
import { findSenders, type SenderRow, wayOf } from '../outbox/mail/accounts/sender-rows.ts'
import { trySender } from '../outbox/mail/accounts/try-sender.ts'
import { recordEvent } from '../records/audit.ts'
import { refuseUnseen } from '../records/read-row.ts'
import { demand } from './resources.ts'
import { serveCall } from './server/serve-call.ts'

/** Tests a sending account by an email to the caller. Anyone who may change it may test it. */
export function senderTestRoutes(
  api: FastifyInstance,
  services: Pick<Services, 'config' | 'database' | 'secrets'>,
): void {
  serveCall(api, testSender, async ({ params: { id }, request }) => {
    const caller = demand(request, mailSender, 'FULL')
    if (!isUuid(id)) throw new ApiError('not_found')
    const { firmId, user, userId } = caller
    const row = await withFirm(services.database, firmId, async (trx) => {
      await refuseUnseen(trx, mailSender, { ...caller, id })
      const [found] = await findSenders(trx, sql<boolean>`s.firm_id = ${firmId} and s.id = ${id}::uuid`)
      if (!found) throw new ApiError('not_found')
      return found
    })
    // Outside the transaction, because it uses the network.
    const result = await trySender(() => testedWay(row, services), {
      from: { name: row.senderName || 'Courtcrier', address: row.plain.address },
      to: { name: user.fullName, address: user.email },
      messageId: makeOwnMessageId(services.secrets, { firmId, publicUrl: services.config.publicUrl }),
    })
    await withFirmWrite(services.database, firmId, async (trx) => {
      if (result.ok) await noteSending(trx, { firmId, id, name: row.name, problem: undefined })
      await recordEvent(trx, {
        firmId,
        level: result.ok ? 'INFO' : 'WARNING',
        type: 'other',
        sentence: `${user.fullName} tested the sending account "${row.name}": ${result.sentence}`,
        userId,
        entity: mailSender.name,
        entityId: id,
        action: 'sender_tested',
        recordTitle: row.name,
        facts: { result: result.sentence.slice(0, 1000) },
      })
    })
    return result
  })
}

function testedWay(row: SenderRow, services: Parameters<typeof senderTestRoutes>[1]) {
  const { server, account } = wayOf(row, services)
  const accessToken = personTokens(services, row, account.signIn, { insists: true })
  return { server, account: { ...account, accessToken } }
}
