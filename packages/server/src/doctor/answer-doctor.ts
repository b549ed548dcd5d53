import { chmod, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import type { Services } from '../base/services.ts'
import { doctorSocket } from './ask-server.ts'
import type { Check } from './check.ts'
import { checksOf } from './check-database.ts'

/**
 * Lets `courtcrier doctor` ask what is in the embedded database, which only the process that runs can open. Returns a
 * function that ends it. On a file system without sockets the server runs all the same, and the doctor says what it
 * couldn't check.
 */
export async function answerDoctor({
  database,
  config,
  log,
}: Pick<Services, 'database' | 'config' | 'log'>): Promise<() => void> {
  if (database.kind !== 'pglite') return () => undefined
  const file = doctorSocket(config)
  const sockets = new Set<Socket>()
  let look: Promise<readonly Check[]> | undefined
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    // Those who ask meanwhile hear of the same look.
    look ??= checksOf(database, config).finally(() => {
      look = undefined
    })
    look.then(
      (checks) => socket.end(JSON.stringify(checks)),
      (err: unknown) => {
        log.warn({ err }, '"courtcrier doctor" could not be answered')
        socket.destroy()
      },
    )
  })
  try {
    // Left by a process that was killed: the folder's lock is this one's.
    await rm(file, { force: true })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(file, resolve)
    })
    server.on('error', (err) => log.warn({ err }, '"courtcrier doctor" can ask this process no longer'))
    await chmod(file, 0o600)
  } catch (err) {
    log.info({ err }, '"courtcrier doctor" cannot ask this process about its database')
  }
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}
