import { readFile, realpath } from 'node:fs/promises'
import net, { type AddressInfo, type Socket } from 'node:net'
import ssh2, { type AuthContext, type ParsedKey } from 'ssh2'
import type { Cut } from '../every-call.suite.ts'
import { type FolderRules, serveFolder } from './sftp-folder.ts'
import { openSshKeys } from './ssh-keys.ts'

export interface SftpOptions extends FolderRules {
  /** A file of public keys, one per line, that are accepted besides the password. */
  authorizedKeys?: string
  calls?: SftpCalls
}

/** The calls made to a server; a test loses those it chooses. */
export interface SftpCalls {
  asked: unknown[]
  rule: (() => Cut | undefined) | undefined
}

/** Starts an SFTP server (`ssh2`) over a folder, for the user courtcrier with the password `right`. */
export async function startSftpServer(
  folder: string,
  { authorizedKeys, calls, ...rules }: SftpOptions = {},
): Promise<{ port: number; stop: () => Promise<void> }> {
  const root = await realpath(folder)
  const known = authorizedKeys === undefined ? [] : await readKeys(authorizedKeys)
  const sockets = new Set<Socket>()
  const losing = calls && {
    cut: () => {
      calls.asked.push({})
      return calls.rule?.()
    },
    drop: () => sockets.forEach((socket) => void socket.destroy()),
  }
  const ssh = new ssh2.Server({ hostKeys: [openSshKeys('ed25519').private] }, (client) => {
    // Tests cut connections.
    client.on('error', () => undefined)
    client.on('authentication', (asked) => {
      if (isRight(asked, known)) asked.accept()
      else asked.reject(['publickey', 'password'])
    })
    client.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => serveFolder(acceptSftp(), root, { ...rules, losing })),
    )
  })
  // Sends small responses immediately: each would otherwise wait for the previous one to be acknowledged.
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    ssh.injectSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function readKeys(file: string): Promise<readonly ParsedKey[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const key = ssh2.utils.parseKey(line)
    if (key instanceof Error) throw new Error(`${file} has a line that is no public key: ${line}`, { cause: key })
    return key
  })
}

function isRight(asked: AuthContext, known: readonly ParsedKey[]): boolean {
  if (asked.username !== 'courtcrier') return false
  if (asked.method === 'password') return asked.password === 'right'
  if (asked.method !== 'publickey') return false
  const { data } = asked.key
  const key = known.find((each) => each.getPublicSSH().equals(data))
  if (!key) return false
  // The first request only asks whether the key is acceptable; the second proves that the client has it.
  return !asked.signature || (asked.blob !== undefined && key.verify(asked.blob, asked.signature, asked.hashAlgo))
}
