import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../mail/testing/eventually.ts'
import { type LocalCourt, pdf, startCourt } from '../../retrieval/local-court.fixture.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { stampedPdf } from './stamped-court.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'stamp-wait-'))
let court: LocalCourt | undefined
let victim: ChildProcess | undefined
afterEach(async () => {
  victim?.kill('SIGKILL')
  await court?.close()
  rmSync(folder, { recursive: true, force: true })
})

const script = fileURLToPath(new URL('stamp-victim.fixture.ts', import.meta.url))

/** Starts the worker and returns what it last printed. */
function start(gateway: string, url: string | undefined): () => string | undefined {
  const child = spawn(process.execPath, [script, gateway, folder, ...(url ? [url] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  victim = child
  let last: string | undefined
  child.stdout.on('data', (chunk: Buffer) => {
    last = chunk.toString().trim().split('\n').at(-1)
  })
  return () => last
}

async function kill(): Promise<void> {
  victim?.kill('SIGKILL')
  if (victim) await once(victim, 'exit')
}

const emails = () => (existsSync(join(folder, 'emails')) ? readFileSync(join(folder, 'emails'), 'utf8').trim() : '')

test('a wait for the stamp survives kill -9, and people are notified once', async () => {
  let body = await stampedPdf('A motion without a stamp')
  court = await startCourt(() => pdf(body))
  const database = await openTestDatabase()
  const url = database.kind === 'postgres' ? database.url : undefined
  try {
    const first = start(court.gateway, url)
    await eventually(first).toBe('Post Processing')
    await kill()
    expect(emails()).toBe('')
    body = await stampedPdf('FILED 5/1/2024 4:32 PM IRIS Y. MARTINEZ CIRCUIT CLERK COOK COUNTY, IL 2024L004001')
    const second = start(court.gateway, url)
    await eventually(second).toBe('Succeeded')
    await kill()
    expect(emails()).toBe('harlan@one.example')
    const third = start(court.gateway, url)
    await eventually(third).toBe('Succeeded')
    await kill()
    expect(emails()).toBe('harlan@one.example')
  } finally {
    await database.close()
  }
})
