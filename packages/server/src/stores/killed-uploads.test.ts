import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { digestOf, fakeBytes } from '@courtcrier/connectors/testing/fake-bytes.ts'
import { type HttpFaultProxy, startHttpFaultProxy } from '@courtcrier/connectors/testing/fault-proxy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert } from '../outbox/copies/test-filing.ts'
import { isOnServer, openTestDatabase } from '../testing/database.ts'
import { isLongRun } from '../testing/long-run.ts'
import { type KilledService, killedServices } from './killed-services.fixture.ts'
import { type Victim, victimFile } from './upload-victim.fixture.ts'

/**
 * What becomes of an upload of several steps when its process is really killed (SIGKILL) between or within them. What is
 * known of it is in the database, in the server's own table.
 */
let database: Database
beforeAll(async () => {
  if (!isOnServer) return
  database = await openTestDatabase()
  await withSystem(database, (trx) => insert(trx, 'firms', { firm_id: 1, id: 1, name: 'Firm' }))
})
afterAll(() => database?.close())

if (!isOnServer) process.stdout.write('Skipped: two processes on one database need a server.\n')

const path = 'A/Filings/large.pdf'
/** Whether the service has handled the call at which the process ends. */
type When = 'before' | 'after'

test.runIf(isOnServer).each(isLongRun ? killedServices : killedServices.slice(0, 1))(
  'an upload to $name whose process is killed goes on where it stood, and leaves one file and no record',
  { timeout: 600_000 },
  async (service) => {
    const usual = await callsOfOne(service)
    for (const kill of stepsToTry(usual.steps)) await killAt(service, kill, usual)
  },
)

interface Kill {
  /** Counted from 1. */
  step: number
  when: When
}

/** Every step in the long form; otherwise one in the middle. */
function stepsToTry(count: number): readonly Kill[] {
  const all = Array.from({ length: count }, (_, n) => n + 1)
  if (isLongRun)
    return all.flatMap((step) => [
      { step, when: 'before' as const },
      { step, when: 'after' as const },
    ])
  return [{ step: Math.ceil((count + 1) / 2), when: 'after' }]
}

/** How many calls an upload takes that nothing disturbs, and how many of these send bytes. */
interface Calls {
  steps: number
  sends: number
}

async function callsOfOne(service: KilledService): Promise<Calls> {
  return withVictims(service, async ({ start, callsOf }) => {
    expect(await resultOf(start(1))).toMatchObject({ wasThere: false })
    return { steps: callsOf(service.steps), sends: callsOf(service.sends) }
  })
}

async function killAt(service: KilledService, { step, when }: Kill, { sends }: Calls): Promise<void> {
  const at = `${service.name}, killed ${when} step ${step}`
  await withVictims(service, async ({ start, proxy, tree, callsOf }) => {
    const victim = start(1)
    const kill = () => victim.kill('SIGKILL')
    proxy.rule = ({ method, path: asked }) => {
      if (!service.steps.test(`${method} ${asked}`) || callsOf(service.steps) !== step) return undefined
      if (when === 'after') return { handled: kill }
      kill()
      return { cut: 'before' }
    }
    const [, signal] = await once(victim, 'exit')
    expect(signal, at).toBe('SIGKILL')
    proxy.rule = undefined
    const isAtSend = service.sends.test(proxy.asked.map(({ method, path: asked }) => `${method} ${asked}`).at(-1) ?? '')
    expect(await resultOf(start(2)), at).toMatchObject({ wasThere: expect.any(Boolean) })
    const { sha256 } = victimFile({ path, megabytes: service.megabytes, attempt: 1 })
    const entry = tree.at(path)
    expect(digestOf(entry?.bytes ?? fakeBytes(), 'sha256').toString('hex'), at).toBe(sha256)
    expect(tree.children(entry?.parentId ?? '').length, at).toBe(1)
    // What was sent isn't sent again, except what no one knows to have arrived.
    const most = sends + (service.asks ?? 0) + (isAtSend ? 1 : 0)
    expect(callsOf(service.sends), at).toBeLessThanOrEqual(most)
    expect(await recordsKept(), at).toBe(0)
  })
}

interface Victims {
  /** Starts a process that saves the file. */
  start: (attempt: number) => ChildProcess
  proxy: HttpFaultProxy
  tree: Awaited<ReturnType<KilledService['start']>>['tree']
  /** How many of the calls so far are of a kind. */
  callsOf: (kind: RegExp) => number
}

/** Starts a fake of the service, with a credential of its own. */
async function withVictims<T>(service: KilledService, work: (victims: Victims) => Promise<T>): Promise<T> {
  const { service: fake, tree } = await service.start()
  const proxy = await startHttpFaultProxy({ port: fake.port })
  const credentialId = newId()
  const { name, kind, settings, megabytes } = service
  await withSystem(database, (trx) => insert(trx, 'credentials', { firm_id: 1, id: credentialId, name: kind, kind }))
  const children: ChildProcess[] = []
  const start = (attempt: number) => {
    const victim: Victim = {
      ...{ service: name, base: proxy.url, url: database.url ?? '', credentialId, settings },
      ...{ path, megabytes, attempt },
    }
    const child = spawn(process.execPath, [program, JSON.stringify(victim)], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    return child
  }
  const callsOf = (wanted: RegExp) =>
    proxy.asked.filter(
      (asked) => wanted.test(`${asked.method} ${asked.path}`) && service.steps.test(`${asked.method} ${asked.path}`),
    ).length
  try {
    return await work({ start, proxy, tree, callsOf })
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await withSystem(database, (trx) => sql`delete from credentials where id = ${credentialId}::uuid`.execute(trx))
    await proxy.close()
    await fake.close()
  }
}

const program = fileURLToPath(new URL('upload-victim.fixture.ts', import.meta.url))

async function resultOf(child: ChildProcess): Promise<unknown> {
  const printed = await text(child.stdout ?? process.stdin)
  return JSON.parse(printed)
}

/** How many uploads are on record. */
async function recordsKept(): Promise<number> {
  return withSystem(database, async (trx) => (await sql`select from store_uploads`.execute(trx)).rows.length)
}
