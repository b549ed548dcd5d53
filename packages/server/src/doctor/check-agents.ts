import { utcMinute } from '@courtcrier/lib/utc-minute.ts'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { version } from '../base/version.ts'
import { type AgentRow, findAgents } from '../stores/agents/agent-rows.ts'
import { ageOf } from '../stores/agents/agent-version.ts'
import type { Check } from './check.ts'

/** The agents of all firms: since when each is there, its version, and what waits for it. */
export async function checkAgents(database: Database): Promise<readonly Check[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('agent_work') is not null and exists (select from information_schema.columns
      where table_name = 'generic_credentials' and column_name = 'agent') as found`.execute(database.kysely)
  // An older schema, which another check reports.
  if (!tables[0]?.found) return []
  return (await withSystem(database, (trx) => findAgents(trx))).map(checkOf)
}

function checkOf(agent: AgentRow & { firmId: number }): Check {
  const { name, firmId, connectedAt, lastSeenAt, waiting } = agent
  const check = { name: `Agent ${name} of firm ${firmId}` }
  const waits = waiting === 0 ? 'Nothing waits for it.' : `${countOf(waiting)} for it.`
  if (!lastSeenAt)
    return { ...check, state: 'warning', sentence: `It is enrolled, but was never started. ${waits} ${start}` }
  const seen = connectedAt
    ? `It has been there since ${atOf(connectedAt)}, with version ${agent.version}`
    : `It was last there at ${atOf(lastSeenAt)}, with version ${agent.version}`
  const [todo, apart] = [upgrade(agent), agent.version === version ? '' : `; this server has ${version}`]
  const sentence = [`${seen}${apart}.`, todo, waits, connectedAt ? undefined : start].filter(Boolean).join(' ')
  return { ...check, state: connectedAt && !todo ? 'ok' : 'warning', sentence }
}

/** What to install; either may be upgraded first, because each skips what it doesn't know of the other. */
function upgrade({ version: of }: AgentRow): string | undefined {
  const sentences = {
    tooOld: `The agent is too old for this server, so it gets no work: install version ${version} on its machine.`,
    older: `The agent is older: install version ${version} on its machine.`,
    same: undefined,
    newer: 'Upgrade the server.',
  } as const
  return sentences[ageOf(of)]
}

const start = 'Start it with "courtcrier agent run", or revoke it in Firm information.'

function countOf(count: number): string {
  return count === 1 ? 'One document waits' : `${count} documents wait`
}

function atOf(date: Date): string {
  return `${utcMinute(date)} UTC`
}
