import type { ServerResponse } from 'node:http'
import { longestWaitMs } from '@courtcrier/contract/calls/agent-work.ts'
import type { Database } from '../../base/db/database.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import { type AskingAgent, giveBackWork, type TakenWork, takeWork, workEntity } from '../../stores/agents/work-rows.ts'

interface WorkRequest extends AskingAgent {
  /** No work is taken for a connection that is gone. */
  connection: ServerResponse
  /** Whether the request waits for work at all. */
  isHeld: boolean
}

/** The requests for work that wait until there is some. */
export interface Waits {
  take: (waiting: WorkRequest) => Promise<TakenWork | undefined>
  /** Answers all of them, so that the server can close. */
  end: () => void
}

/**
 * Opens the waiting for work: an announcement wakes the requests of its agent, and the database is asked only then. An
 * agent has one request that waits in each process: an earlier one may be left of a connection that was lost.
 */
export function openWaits({ database, feed, log }: Pick<Services, 'database' | 'feed' | 'log'>): Waits {
  const waits = new Map<string, Bell>()
  feed.subscribe(
    ({ entity, firmId, ids }) => {
      if (entity === workEntity) for (const id of ids) waits.get(`${firmId} ${id}`)?.ring()
    },
    () => {
      for (const { ring } of waits.values()) ring()
    },
  )
  return {
    take: async ({ connection, isHeld, ...agent }) => {
      const { firmId, agentId } = agent
      const name = `${firmId} ${agentId}`
      const bell = openBell()
      connection.once('close', bell.end)
      // It may be gone already: the key was looked up before.
      if (connection.destroyed) bell.end()
      if (isHeld) {
        waits.get(name)?.end()
        waits.set(name, bell)
      }
      const timer = setTimeout(bell.end, longestWaitMs)
      try {
        const taken = await takeUntilOver(database, { ...agent, isHeld }, bell)
        if (taken) onLost(connection, () => giveBack(database, { firmId, agentId, taken }), log)
        return taken
      } finally {
        clearTimeout(timer)
        connection.off('close', bell.end)
        if (waits.get(name) === bell) waits.delete(name)
      }
    },
    end: () => {
      for (const { end } of waits.values()) end()
    },
  }
}

/** Does something if a connection ends before it was answered. */
function onLost(connection: ServerResponse, act: () => Promise<void>, log: Services['log']): void {
  connection.once('close', () => {
    if (connection.writableFinished) return
    act().catch((err: unknown) =>
      log.warn({ err }, 'work whose agent is gone could not be given back; its time ends it'),
    )
  })
}

/** Work that was taken when the request was over waits again: no one would do it until its time has passed. */
async function takeUntilOver(
  database: Database,
  { isHeld, ...agent }: AskingAgent & { isHeld: boolean },
  bell: Bell,
): Promise<TakenWork | undefined> {
  const { firmId } = agent
  while (!bell.isOver()) {
    const taken = await withFirmWrite(database, firmId, (trx) => takeWork(trx, agent))
    if (taken && bell.isOver()) await giveBack(database, { ...agent, taken })
    else if (taken || !isHeld) return taken
    else await bell.wait()
  }
  return undefined
}

function giveBack(database: Database, own: { firmId: number; agentId: string; taken: TakenWork }): Promise<void> {
  return withFirmWrite(database, own.firmId, (trx) => giveBackWork(trx, own))
}

type Bell = ReturnType<typeof openBell>

function openBell() {
  let isOver = false
  let rung = Promise.withResolvers<void>()
  return {
    ring: () => rung.resolve(),
    end: () => {
      isOver = true
      rung.resolve()
    },
    isOver: () => isOver,
    /** Resolves at the next ring, or at once if it rang since the last time. */
    wait: async () => {
      await rung.promise
      rung = Promise.withResolvers<void>()
    },
  }
}
