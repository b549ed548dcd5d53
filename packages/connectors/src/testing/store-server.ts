import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { freePort } from '@courtcrier/lib/free-port.ts'
import { vi } from 'vitest'
import { v2 as webdav } from 'webdav-server'
import { type SftpOptions, startSftpServer } from './sftp-server.ts'

interface StoreServer {
  port: number
  stop: () => Promise<void>
}

interface StoreServers {
  /** Where the servers come from, for test titles. */
  from: string
  isMissing: boolean
  startWebdav: (folder: string) => Promise<StoreServer>
  startSftp: (folder: string, options?: SftpOptions) => Promise<StoreServer>
}

/**
 * The servers that stores are tested against: npm packages on every machine and, where installed, rclone, an
 * independent implementation.
 */
export const storeServers: readonly StoreServers[] = [
  { from: 'npm', isMissing: false, startWebdav: startWebdavServer, startSftp: startSftpServer },
  {
    from: 'rclone',
    isMissing: !hasRclone(),
    startWebdav: (folder) => startRclone('webdav', folder),
    startSftp: (folder, { authorizedKeys } = {}) =>
      startRclone('sftp', folder, authorizedKeys === undefined ? [] : ['--authorized-keys', authorizedKeys]),
  },
]

/**
 * Starts a WebDAV server (`webdav-server`) over a folder, for the user courtcrier with the password `right` by Basic.
 */
async function startWebdavServer(folder: string): Promise<StoreServer> {
  const users = new webdav.SimpleUserManager()
  users.addUser('courtcrier', 'right')
  const dav = new webdav.WebDAVServer({
    requireAuthentification: true,
    httpAuthentication: new webdav.HTTPBasicAuthentication(users, 'files'),
  })
  await dav.setFileSystemAsync('/', new webdav.PhysicalFileSystem(folder))
  // Properties would be stored in memory and lost, so the server refuses to set any, as rclone does.
  dav.beforeRequest((request, next) => {
    if (request.request.method !== 'PROPPATCH') return next()
    request.setCode(webdav.HTTPCodes.Forbidden)
    request.exit()
  })
  // Not the package's own start: an open connection would delay its stop.
  const server = http.createServer((request, response) => dav.executeRequest(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Returns whether rclone is installed to serve WebDAV and SFTP; logs if it isn't, since its tests are then skipped. */
function hasRclone(): boolean {
  const isThere = spawnSync('rclone', ['version']).status === 0
  if (!isThere)
    process.stdout.write(
      'Skipped: rclone is not installed (apt-get install rclone), so stores are tried only on the servers from npm.\n',
    )
  return isThere
}

/** Starts an rclone server over a folder, on a free port. */
async function startRclone(
  protocol: 'webdav' | 'sftp',
  folder: string,
  options: readonly string[] = [],
): Promise<StoreServer> {
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
  await vi.waitFor(() => canConnect(port), { timeout: 60_000 })
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
