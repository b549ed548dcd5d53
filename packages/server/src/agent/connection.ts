import * as z from 'zod/mini'
import { AgentError, type AgentFolder, readFormed } from './agent-folder.ts'

/** The server that an agent works for, and the key by which it is known there. */
export interface Connection {
  /** Without a path. */
  server: string
  /** The agent's own name. */
  name: string
  key: string
}

const file = {
  name: 'agent.json',
  form: z.object({ server: z.string(), name: z.string(), key: z.string() }),
  repair: 'Put it back from a backup, or revoke the agent in the console and run: courtcrier agent enroll --replace',
}

/** Returns the connection. Throws if the agent isn't enrolled, or can't read it. */
export async function readConnection(folder: AgentFolder): Promise<Connection> {
  const content = await readFormed(folder, file)
  if (content === undefined)
    throw new AgentError('This agent is not enrolled yet. Run: courtcrier agent enroll --server URL')
  const { server, name, key } = content
  return { server, name, key: openedKey(folder, key, server) }
}

function openedKey({ box }: AgentFolder, sealed: string, server: string): string {
  try {
    return box.open(Buffer.from(sealed, 'base64'), server)
  } catch (cause) {
    throw new AgentError(otherKey, { cause })
  }
}

const otherKey =
  'The secret.key in the data folder is not the one that this agent was enrolled with. Put that one back, or revoke the agent in the console and run: courtcrier agent enroll --replace'

/** Saves the connection; the key is encrypted for the server. */
export async function saveConnection(folder: AgentFolder, { server, name, key }: Connection): Promise<void> {
  const sealed = Buffer.from(folder.box.seal(key, server)).toString('base64')
  await folder.write(file.name, { server, name, key: sealed })
}

/** Returns the address of a server. Throws if anyone on the way to it could read the key. */
export function serverAddress(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new AgentError(`${text} is not the address of a server.`)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isLocal)
    throw new AgentError(`Use https://: over http://, anyone on the way to ${url.hostname} could read the key.`)
  return url.origin
}
