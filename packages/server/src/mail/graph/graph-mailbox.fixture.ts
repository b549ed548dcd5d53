import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { announce } from '../../base/db/changes.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { Services } from '../../base/services.ts'
import { type GraphServer, startGraphServer } from '../../testing/graph-server.ts'
import { startTokenServer, type TokenServer, testApplication } from '../../testing/token-server.ts'
import { quick } from '../imap-reader.fixture.ts'
import { keepMailboxes } from '../mailboxes/keep-mailboxes.ts'
import type { MailboxSettings } from '../mailboxes/mailbox-settings.ts'

export const user = 'notices@one.example'

/** Starts a stand-in for Microsoft Graph and the server that gives its tokens, for the current test. */
export async function startGraph(
  more: { pageSize?: number } = {},
): Promise<{ graph: GraphServer; tokens: TokenServer }> {
  const tokens = await startTokenServer({ user })
  const graph = await startGraphServer({ address: user, tokens, ...more })
  onTestFinished(async () => {
    await graph.stop()
    await tokens.stop()
  })
  return { graph, tokens }
}

type Places = { graph: Pick<GraphServer, 'url'>; tokens: Pick<TokenServer, 'tokenUrl'> }

export function settingsFor({ graph, tokens }: Places, more: Partial<MailboxSettings> = {}): MailboxSettings {
  return {
    ...{ service: 'GRAPH', address: user, folder: 'INBOX', doneFolder: null, tenantId: 'one.example' },
    ...{
      ...testApplication,
      server: graph.url,
      tokenUrl: tokens.tokenUrl,
      scope: 'imap',
      authserv: null,
      isBelieved: true,
    },
    ...{ clientCertificate: null, serviceAccountKey: null, password: null },
    ...more,
  }
}

/** Reads the mailboxes of all firms, as one process of the installation. */
export function keep(services: Services) {
  const kept = keepMailboxes(services, { ...quick, pollMs: 20, everyMs: 50 })
  onTestFinished(kept.stop)
  return kept
}

/** Adds a mailbox of firm 1 until the test ends. */
export async function addMailbox(services: Services, settings: MailboxSettings): Promise<string> {
  const id = newId()
  const secret = services.secrets.seal(settings.clientSecret ?? '', destinationOf(mailbox, { ...settings }))
  await withSystem(services.database, async (trx) => {
    await sql`insert into mailboxes (firm_id, id, name, service, address, folder, done_folder, server, token_url, tenant_id,
        client_id, scope, client_secret, is_believed)
      values (1, ${id}::uuid, ${`Mailbox ${id}`}, ${settings.service}, ${settings.address}, ${settings.folder},
        ${settings.doneFolder}, ${settings.server}, ${settings.tokenUrl}, ${settings.tenantId}, ${settings.clientId},
        ${settings.scope}, ${secret}, ${settings.isBelieved})`.execute(trx)
    await announce(trx, { firmId: 1, entity: mailbox.name, ids: [id] })
  })
  onTestFinished(() => changeMailbox(services, id, sql`is_active = false`))
  return id
}

export async function changeMailbox({ database }: Services, id: string, set: ReturnType<typeof sql>): Promise<void> {
  await withSystem(database, async (trx) => {
    await sql`update mailboxes set ${set} where firm_id = 1 and id = ${id}::uuid`.execute(trx)
    await announce(trx, { firmId: 1, entity: mailbox.name, ids: [id] })
  })
}

/** How a mailbox does, and where reading it continues. */
export async function stateOfMailbox({ database }: Services, id: string) {
  const { rows } = await withSystem(database, (trx) =>
    sql<{
      health: string
      sentence: string | null
      link: string | null
      waiting: number
      left: number
      settled: number
      behindSince: Date | null
    }>`
      select m.health, m.sentence, m.behind_since as "behindSince", p.link,
        (select count(*)::int from graph_messages g where g.mailbox_id = m.id and g.message_id is not null and not g.is_left) as waiting,
        (select count(*)::int from graph_messages g where g.mailbox_id = m.id and g.is_left) as left,
        (select count(*)::int from graph_messages g where g.mailbox_id = m.id and g.message_id is null) as settled
      from mailboxes m left join graph_positions p on p.firm_id = m.firm_id and p.id = m.id
      where m.firm_id = 1 and m.id = ${id}::uuid`.execute(trx),
  )
  return rows[0]
}

/** The firm's warnings about messages that weren't received. */
export async function warningsOf({ database }: Services, about: string): Promise<number> {
  const { rows } = await withSystem(database, (trx) =>
    sql<{ count: number }>`select count(*)::int as count from system_events
      where firm_id = 1 and position(${about} in sentence) > 0`.execute(trx),
  )
  return rows[0]?.count ?? 0
}
