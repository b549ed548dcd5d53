import { AsyncLocalStorage } from 'node:async_hooks'

/** How long the transactions of one request took, waiting for a connection included. In milliseconds. */
export interface TimeSpent {
  database: number
}

const measured = new AsyncLocalStorage<TimeSpent>()

/** Runs with every transaction's time added to `spent`. */
export function measuring<T>(spent: TimeSpent, run: () => T): T {
  return measured.run(spent, run)
}

/** Runs a transaction and adds its time to whatever is being measured. */
export async function timed<T>(run: () => Promise<T>): Promise<T> {
  const spent = measured.getStore()
  if (!spent) return run()
  const begun = performance.now()
  try {
    return await run()
  } finally {
    spent.database += performance.now() - begun
  }
}
