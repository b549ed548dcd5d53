import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { openFolder } from './index.ts'

/**
 * A program for the test of killed writes: saves one file below a folder, kills itself (SIGKILL) at one of its calls of
 * the file system, and otherwise prints the result and how many calls it took. Argument: a `FolderVictim` as JSON.
 */
export interface FolderVictim {
  root: string
  path: string
  chunks: readonly string[]
  sha256: string
  /** Before which of its calls it ends, counted from 1; it lives if absent. */
  killedAt?: number
  /** Whether the file system has no hard links. */
  hasNoLinks?: boolean
  /** Which user it is, if it may choose. */
  user?: number
}

const { killedAt, hasNoLinks, user, ...file } = JSON.parse(process.argv[2] ?? '') as FolderVictim
let calls = 0

type Call = (this: unknown, ...given: unknown[]) => Promise<unknown>

function counted(call: Call): Call {
  return function (...given) {
    calls += 1
    if (calls === killedAt) process.kill(process.pid, 'SIGKILL')
    return call.apply(this, given)
  }
}

async function watchCalls(): Promise<void> {
  const probe = path.join(os.tmpdir(), `courtcrier-probe-${process.pid}`)
  const handle = await fs.promises.open(probe, 'w')
  await handle.close()
  await fs.promises.rm(probe)
  const ofHandles = Object.getPrototypeOf(handle) as Record<string, Call>
  const ofSystem = fs.promises as unknown as Record<string, Call>
  for (const name of ['writeFile', 'datasync', 'sync', 'close']) ofHandles[name] = counted(ofHandles[name] as Call)
  for (const name of ['mkdir', 'lstat', 'realpath', 'link', 'rename', 'rm', 'readdir', 'open'])
    ofSystem[name] = counted(ofSystem[name] as Call)
  if (hasNoLinks)
    ofSystem.link = counted(async () => {
      throw Object.assign(new Error('no hard links'), { code: 'EPERM' })
    })
  syncBuiltinESMExports()
}

if (user !== undefined && process.getuid?.() === 0) process.setuid?.(user)
await watchCalls()
const bytes = file.chunks.map((chunk) => Buffer.from(chunk))
const result = await openFolder(file.root).put({
  ...{ path: file.path, idempotencyKey: file.path, attempt: 1, sha256: file.sha256, properties: {} },
  size: Buffer.concat(bytes).byteLength,
  open: () => bytes,
})
process.stdout.write(JSON.stringify({ result, calls }))
