import { createServer } from 'node:net'

let port: Promise<number> | undefined

/**
 * Returns the port of all installations that a worker of browser tests starts, one after the other, so that its browser
 * has the console's code from the first one. In other tests the system chooses one (0), as several may run at once.
 */
export function portOfWorker(): Promise<number> {
  if (process.env.TEST_WORKER_INDEX === undefined) return Promise.resolve(0)
  port ??= firstFree(lowest + (process.pid % span))
  return port
}

/** Below the range from which the system takes ports for connections, which could take it between two installations. */
const lowest = 12_000
const span = 18_000

async function firstFree(candidate: number): Promise<number> {
  return (await isFree(candidate)) ? candidate : firstFree(candidate + 1)
}

function isFree(candidate: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(candidate, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
