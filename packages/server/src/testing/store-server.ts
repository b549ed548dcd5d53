import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import net from 'node:net'
import { pino } from 'pino'
import { vi } from 'vitest'
import { freePort } from '../base/lib/free-port.ts'
import type { PlaceSettings, Ways } from '../dms/connector-kind.ts'
import { openDial } from '../stores/dial.ts'
import { openStoreAddresses } from '../stores/store-address.ts'
import { openStoreHttp } from '../stores/store-http.ts'

/** The ways of connectors, to servers of this machine. */
export function testWays(): Ways {
  const addresses = openStoreAddresses(['loopback'])
  const http = openStoreHttp({ addresses, log: pino({ level: 'silent' }), idleMs: 10_000 })
  return { storageFolder: '/nowhere', http, dial: openDial(addresses) }
}

/** Settings of a credential of which only these are filled in. */
export function settingsWith(given: Partial<PlaceSettings>): PlaceSettings {
  return {
    baseUrl: null,
    region: null,
    database: null,
    folderId: null,
    username: null,
    password: null,
    apiKey: null,
    apiSecret: null,
    hostKey: null,
    signIn: null,
    token: null,
    privateKey: null,
    passphrase: null,
    ...given,
  }
}

/** Whether rclone is there to serve WebDAV and SFTP; says so where it is not, as the tests are skipped then. */
export function hasRclone(): boolean {
  const isThere = spawnSync('rclone', ['version']).status === 0
  if (!isThere)
    process.stdout.write(
      'Skipped: rclone is not installed (apt-get install rclone), so there is no server to store in.\n',
    )
  return isThere
}

/** A server of rclone over a folder, on a port of its own. */
export async function startRclone(
  protocol: 'webdav' | 'sftp',
  folder: string,
  options: readonly string[] = [],
): Promise<{ port: number; stop: () => Promise<void> }> {
  const port = await freePort()
  const args = [
    'serve',
    protocol,
    folder,
    '--addr',
    `127.0.0.1:${port}`,
    '--config',
    '/dev/null',
    '--dir-cache-time',
    '0s',
  ]
  const server = spawn('rclone', [...args, '--user', 'courtcrier', '--pass', 'right', ...options], { stdio: 'ignore' })
  await vi.waitFor(() => canConnect(port), { timeout: 20_000 })
  return { port, stop: () => stop(server) }
}

function canConnect(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await ended
}
