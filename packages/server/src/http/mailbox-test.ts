import { type MailboxTest, testMailbox } from '@courtcrier/contract/calls/mailboxes.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import type { Services } from '../base/services.ts'
import { graphAccountOf } from '../mail/graph/graph-account.ts'
import { retryLeft } from '../mail/graph/graph-position.ts'
import { tryGraphMailbox } from '../mail/graph/try-graph-mailbox.ts'
import { accountOf } from '../mail/mailboxes/account-of.ts'
import { grantedTokens } from '../mail/mailboxes/grants/grant-tokens.ts'
import { type MailboxWays, openMailboxWays } from '../mail/mailboxes/keep-mailboxes.ts'
import { findMailboxes, type MailboxRow, openMailbox } from '../mail/mailboxes/mailbox-rows.ts'
import { tryMailbox } from '../mail/mailboxes/try-mailbox.ts'
import { findArrivals, tryProvider } from '../mail/providers/try-provider.ts'
import { recordEvent } from '../records/audit.ts'
import { refuseUnseen } from '../records/read-row.ts'
import { demand } from './resources.ts'
import { serveCall } from './server/serve-call.ts'

/** Tests a mailbox. Anyone who may change it may test it. */
export function mailboxTestRoutes(
  api: FastifyInstance,
  services: Pick<Services, 'config' | 'database' | 'secrets'>,
): void {
  const ways = openMailboxWays(services)
  serveCall(api, testMailbox, async ({ params: { id }, body: { readFrom }, request }) => {
    const caller = demand(request, mailbox, 'FULL')
    if (!isUuid(id)) throw new ApiError('not_found')
    const { firmId } = caller
    const row = await withFirm(services.database, firmId, async (trx) => {
      await refuseUnseen(trx, mailbox, { ...caller, id })
      const called = await findArrivals(trx, { firmId, id })
      if (called) return called
      const [found] = await findMailboxes(trx, sql<boolean>`m.firm_id = ${firmId} and m.id = ${id}::uuid`)
      if (!found) throw new ApiError('not_found')
      return found
    })
    // Outside the transaction, because it uses the network.
    const result =
      'arrivals' in row
        ? tryProvider(row, services.secrets)
        : await tryRead(readFrom === undefined ? row : { ...row, readFrom: new Date(readFrom) }, { services, ways })
    await withFirmWrite(services.database, firmId, async (trx) => {
      if (result.ok) await readAgain(trx, { firmId, id })
      await recordEvent(trx, {
        firmId,
        level: result.ok ? 'INFO' : 'WARNING',
        type: 'other',
        sentence: `${caller.user.fullName} tested the mailbox "${row.name}": ${result.sentence}`,
        userId: caller.userId,
        entity: mailbox.name,
        entityId: id,
        action: 'mailbox_tested',
        recordTitle: row.name,
        facts: { result: result.sentence.slice(0, 1000) },
      })
    })
    return result
  })
}

function tryRead(
  row: MailboxRow,
  { services, ways }: { services: Pick<Services, 'database' | 'secrets'>; ways: MailboxWays },
): Promise<MailboxTest> {
  const { firmId, id, readFrom } = row
  const open = () => openMailbox(row, services.secrets)
  if (row.plain.service === 'GRAPH') return tryGraphMailbox(() => graphAccountOf(row, open(), ways))
  return tryMailbox(() => {
    const settings = open()
    const asked = { kind: 'mailbox', firmId, id, settings, fetch: ways.fetch, insists: true } as const
    return accountOf({ firmId, readFrom, settings, granted: grantedTokens(services, asked), ...ways })
  })
}

/** A reader that was refused waits for minutes: what passed the test is read at once, and what was left is tried again. */
async function readAgain(trx: Trx, { firmId, id }: { firmId: number; id: string }): Promise<void> {
  await sql`update mailbox_readers set tested_at = now() where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  await retryLeft(trx, { firmId, mailboxId: id })
  await announce(trx, { firmId, entity: mailbox.name, ids: [id] })
}
