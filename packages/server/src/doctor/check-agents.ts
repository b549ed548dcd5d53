import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { version } from '../base/version.ts'
import { type AgentRow, findAgents } from '../stores/agents/agent-rows.ts'
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
  if (!connectedAt)
    return { ...check, state: 'warning', sentence: `It was last there at ${atOf(lastSeenAt)}. ${waits} ${start}` }
  const since = `It has been there since ${atOf(connectedAt)}, with version ${agent.version}`
  if (agent.version !== version)
    return { ...check, state: 'warning', sentence: `${since}; this server has ${version}. ${upgrade(agent)} ${waits}` }
  return { ...check, state: 'ok', sentence: `${since}. ${waits}` }
}

/** Each skips what it doesn't know of the other, so that either may be upgraded first. */
function upgrade(agent: AgentRow): string {
  const isOlder = agent.version.localeCompare(version, 'en', { numeric: true }) < 0
  return isOlder ? `The agent is older: install version ${version} on its machine.` : 'Upgrade the server.'
}

const start = 'Start it with "courtcrier agent run", or revoke it in Firm information.'

function countOf(count: number): string {
  return count === 1 ? 'One document waits' : `${count} documents wait`
}

function atOf(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ').concat(' UTC')
}
