import { describe, expect, test } from 'vitest'
import { fileOf } from './connector.suite.ts'
import type { Connector, FileToStore } from './connector.ts'
import type { ServiceBench } from './testing/service-bench.ts'

/**
 * What every connector with several calls must survive: a process that is killed, or a connection that is lost, between
 * any two of them. Each call is lost once, before the service handled it, after, and in the middle of its answer.
 */
export function describeEveryCall(name: string, openBench: () => Promise<ServiceBench>, path = 'A/a.pdf'): void {
  describe(`the ${name} connector, stopped at any call`, () => {
    test.each(['before', 'after', 'within'] as const)(
      'when a call is lost (%s its answer), the next attempt leaves one complete file',
      async (cut) => {
        const count = await countCalls(openBench, path)
        expect(count).toBeGreaterThan(0)
        for (let n = 1; n <= count; n++) await loseCall(openBench, { n, cut, path })
      },
    )
  })
}

async function countCalls(openBench: () => Promise<ServiceBench>, path: string): Promise<number> {
  const bench = await openBench()
  const before = bench.asked.length
  expect(await save(bench.connector, fileOf(path, 'the bytes'))).toMatchObject({ wasThere: false })
  const count = bench.asked.length - before
  await bench.close()
  return count
}

interface Lost {
  n: number
  cut: 'before' | 'after' | 'within'
  path: string
}

async function loseCall(openBench: () => Promise<ServiceBench>, { n, cut, path }: Lost): Promise<void> {
  const bench = await openBench()
  const file = fileOf(path, 'the bytes')
  let seen = 0
  bench.faults.failNth(() => ++seen === n, { cut })
  const first = await save(bench.connector, file)
  if ('problem' in first) expect(first, `call ${n}`).toMatchObject({ problem: 'transient' })
  bench.faults.failNth(undefined)
  // As after a restart: what the process knew is gone.
  const again = await save(bench.reopen(), { ...file, attempt: 2 })
  expect(again, `after call ${n}`).toMatchObject({ wasThere: expect.any(Boolean) })
  expect(Buffer.from((await bench.read(path)) ?? []).toString(), `after call ${n}`).toBe('the bytes')
  expect(await bench.list(path.slice(0, path.lastIndexOf('/'))), `after call ${n}`).toHaveLength(1)
  await bench.close()
}

async function save(connector: Connector, file: FileToStore) {
  const ready = await connector.ensureFolder(file.path.slice(0, file.path.lastIndexOf('/')))
  return 'problem' in ready ? ready : connector.put(file)
}
