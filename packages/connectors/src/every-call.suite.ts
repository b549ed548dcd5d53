import { describe, expect, test } from 'vitest'
import { isLongRun } from '../../server/src/testing/long-run.ts'
import { type ConnectorBench, fileOf } from './connector.suite.ts'
import type { Connector, FileToStore } from './connector.ts'

/** A location that can lose each call made to it. */
export interface EveryCallBench extends Pick<ConnectorBench, 'connector' | 'read' | 'list' | 'close'> {
  /** The calls that the other side was asked, in order. */
  asked: readonly unknown[]
  faults: {
    /** Asks of each call from now on whether it is lost; undefined ends it. */
    lose: (rule: (() => Cut | undefined) | undefined) => void
  }
  /** Opens the connector once more, as after a restart. */
  reopen: () => Connector
}

/** When a call is lost: before it is handled, after, or in the middle of its answer. */
export type Cut = 'before' | 'after' | 'within'

/**
 * What every connector with several calls must survive: a process that is killed, or a connection that is lost, between
 * any two of them. Each call is lost once, before the service handled it, after, and in the middle of its answer.
 */
export function describeEveryCall(
  name: string,
  openBench: () => Promise<EveryCallBench>,
  { path = 'A/a.pdf', size = 9, kills = ['before', 'after'] }: EveryCall = {},
): void {
  const file = fileOf(path, Buffer.alloc(size, 'the bytes'))
  // Sending a large one again and again takes minutes.
  if (size > 1_000_000 && !isLongRun) return
  describe(`the ${name} connector, stopped at any call`, () => {
    test.each<Cut>(['before', 'after', 'within'])(
      `when a call is lost (%s its answer), the next attempt leaves one complete file of ${size} bytes`,
      async (cut) => {
        for (const n of await callsToLose(openBench, file)) await loseCall(openBench, { n, cut, file })
      },
    )

    test.each(kills)(
      `when the process is killed at a call (%s its answer), so that it clears up nothing, the next one leaves one complete file of ${size} bytes`,
      async (cut) => {
        for (const n of await callsToLose(openBench, file)) await loseCall(openBench, { n, cut, file, isKilled: true })
      },
    )
  })
}

interface EveryCall {
  path?: string
  /** Of the file, in bytes: a large one may take other calls. */
  size?: number
  /** When a process is killed: in the middle of an answer is as after it, unless its server ends with it. */
  kills?: readonly Cut[]
}

/** Returns the numbers of the calls, from one, that a file takes. */
async function callsToLose(openBench: () => Promise<EveryCallBench>, file: FileToStore): Promise<readonly number[]> {
  const bench = await openBench()
  const before = bench.asked.length
  expect(await save(bench.connector, file)).toMatchObject({ wasThere: false })
  const count = bench.asked.length - before
  await bench.close()
  expect(count).toBeGreaterThan(0)
  return Array.from({ length: count }, (_, at) => at + 1)
}

interface Lost {
  n: number
  cut: Cut
  file: FileToStore
  /** Whether no later call gets through either. */
  isKilled?: boolean
}

async function loseCall(
  openBench: () => Promise<EveryCallBench>,
  { n, cut, file, isKilled = false }: Lost,
): Promise<void> {
  const { path } = file
  const bench = await openBench()
  let seen = 0
  bench.faults.lose(() => {
    seen += 1
    if (seen === n) return cut
    // Of what a killed process still wanted, nothing reaches the service.
    return isKilled && seen > n ? 'before' : undefined
  })
  const first = await save(bench.connector, file)
  if ('problem' in first) expect(first, `call ${n}`).toMatchObject({ problem: 'transient' })
  bench.faults.lose(undefined)
  // As after a restart: what the process knew is gone.
  const again = await save(bench.reopen(), { ...file, attempt: 2 })
  expect(again, `after call ${n}`).toMatchObject({ wasThere: expect.any(Boolean) })
  const bytes = Buffer.concat([...(file.open() as Iterable<Uint8Array>)])
  expect(Buffer.from((await bench.read(path)) ?? []).equals(bytes), `after call ${n}`).toBe(true)
  expect(await bench.list(path.slice(0, path.lastIndexOf('/'))), `after call ${n}`).toHaveLength(1)
  await bench.close()
}

async function save(connector: Connector, file: FileToStore) {
  const ready = await connector.ensureFolder(file.path.slice(0, file.path.lastIndexOf('/')))
  return 'problem' in ready ? ready : connector.put(file)
}
