import type { ServerResponse } from 'node:http'
import { longestWaitMs } from '@courtcrier/contract/calls/agent-work.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { type TakenWork, takeWork, workEntity } from '../../stores/agents/work-rows.ts'

interface Waiting {
  firmId: number
  agentId: string
  /** No work is taken for a connection that is gone. */
  connection: ServerResponse
  /** Whether the request waits for work at all. */
  isHeld: boolean
}

/** The requests for work that wait until there is some. */
export interface Waits {
  take: (waiting: Waiting) => Promise<TakenWork | undefined>
  /** Answers all of them, so that the server can close. */
  end: () => void
}

interface Wait {
  /** Something may have come. */
  ring: () => void
  end: () => void
}

/**
 * Opens the waiting for work: an announcement wakes the requests of its agent, and the database is asked only then. An
 * agent has one request that waits in each process: an earlier one may be left of a connection that was lost.
 */
export function openWaits({ database, feed }: Pick<Services, 'database' | 'feed'>): Waits {
  const waits = new Map<string, Wait>()
  feed.subscribe(
    ({ entity, firmId, ids }) => {
      if (entity === workEntity) for (const id of ids) waits.get(`${firmId} ${id}`)?.ring()
    },
    () => {
      for (const { ring } of waits.values()) ring()
    },
  )
  return {
    take: async ({ firmId, agentId, connection, isHeld }) => {
      if (!isHeld) return withFirm(database, firmId, (trx) => takeWork(trx, { firmId, agentId }))
      const name = `${firmId} ${agentId}`
      waits.get(name)?.end()
      const bell = openBell()
      waits.set(name, bell)
      connection.once('close', bell.end)
      const timer = setTimeout(bell.end, longestWaitMs)
      try {
        while (!bell.isOver()) {
          const taken = await withFirm(database, firmId, (trx) => takeWork(trx, { firmId, agentId }))
          if (taken) return taken
          await bell.wait()
        }
        return undefined
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
