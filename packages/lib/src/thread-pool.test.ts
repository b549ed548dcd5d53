import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { poolThreads } from './thread-pool.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'courtcrier-pool-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('files are read while as many calls hang as folders may get', async () => {
  const module = fileURLToPath(new URL('./thread-pool.ts', import.meta.url))
  const pipe = path.join(folder, 'pipe')
  // Opening one for reading hangs until someone opens it for writing.
  execFileSync('mkfifo', [pipe])
  const program = `
    await import(${JSON.stringify(module)})
    const { open, readFile } = await import('node:fs/promises')
    for (let n = 0; n < ${(poolThreads / 4) * 3}; n++) void open(${JSON.stringify(pipe)}, 'r')
    await readFile(${JSON.stringify(module)})
    console.log('read')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [chunk] = await once(child.stdout, 'data')
  expect(String(chunk).trim()).toBe('read')
  child.kill('SIGKILL')
  await once(child, 'exit')
})
