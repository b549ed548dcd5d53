import { sql } from 'kysely'
import { afterEach, expect } from 'vitest'
import { openDatabase } from '../base/db/database.ts'
import { isConnected } from '../base/db/process-session.ts'
import type { Services } from '../base/services.ts'

/** Another process on the same database. */
interface OtherProcess<Own extends Services> {
  services: Own
  end: () => Promise<void>
}

/** Opens other processes on the same database, a server, which this one sees until they end, at the latest with their test. */
export function useOtherProcesses(): <Own extends Services>(own: Own) => Promise<OtherProcess<Own>> {
  const processes: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of processes.splice(0)) await end()
  })
  return async (own) => {
    const database = await openDatabase({ url: own.database.url ?? '' })
    let closing: Promise<void> | undefined
    const end = () => {
      closing ??= database.close()
      return closing
    }
    processes.push(end)
    const isSeen = sql<{ isSeen: boolean }>`select ${isConnected(sql`${database.server?.processId}`)} as "isSeen"`
    await expect.poll(async () => (await isSeen.execute(own.database.kysely)).rows).toEqual([{ isSeen: true }])
    return { services: { ...own, database }, end }
  }
}
