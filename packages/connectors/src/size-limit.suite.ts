import { describe, expect, test } from 'vitest'
import { isLongRun } from '../../server/src/testing/long-run.ts'
import { fileOf } from './connector.suite.ts'
import type { ServiceBench } from './testing/service-bench.ts'
import { watchBytes } from './testing/watched-bytes.ts'

interface Limit {
  /** What the service calls itself. */
  service: string
  /** The largest file that it takes, in bytes, and as the sentence says it. */
  most: number
  gigabytes: number
  /** The paths of the requests that send bytes. */
  writes: RegExp
}

/** What becomes of files at the limit of a service and over it, and of those that it refuses below. */
export function describeSizeLimit(
  name: string,
  openBench: () => Promise<ServiceBench>,
  { service, most, gigabytes, writes }: Limit,
): void {
  describe(`the ${name} connector at the service's limit`, () => {
    test('a file of the largest size is read and sent, and one byte more is refused before', async () => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      const open = () => {
        throw new Error('It was read.')
      }
      const file = { ...fileOf('A/large.pdf', ''), size: most, open }
      await expect(bench.connector.put(file)).rejects.toThrow('It was read.')
      const before = bench.asked.length
      expect(await bench.connector.put({ ...file, size: most + 1 })).toEqual({
        problem: 'rejected',
        sentence: `${service} takes files of up to ${gigabytes} GB. Save this document elsewhere, or split it.`,
      })
      expect(bench.asked.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])
      await bench.close()
    })

    test('a file that the service finds too large is sent no third time, and the sentence says what to do', async () => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      const isWrite = ({ method, path }: { method: string; path: string }) => method === 'POST' && writes.test(path)
      bench.faults.failNth(isWrite, { answer: 413, body: '<html>Request Entity Too Large</html>' })
      expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toEqual({
        problem: 'rejected',
        sentence: expect.stringMatching(/Save this document elsewhere, or split it\.$/),
      })
      expect(bench.asked.filter(isWrite).length).toBeGreaterThan(0)
      expect(bench.asked.filter(isWrite).length).toBeLessThanOrEqual(2)
      bench.faults.failNth(undefined)
      expect(await bench.list('A')).toEqual([])
      await bench.close()
    })

    test.runIf(isLongRun)('a file of the largest size is saved in little memory', { timeout: 900_000 }, async () => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      const { bytes, mostInMemory } = watchBytes(Math.floor(most / 1_000_000), 250)
      const file = { ...fileOf('A/large.pdf', ''), ...bytes }
      expect(await bench.connector.put(file)).toMatchObject({ wasThere: false })
      expect(await bench.hashAt(file.path)).toBe(file.sha256)
      expect(mostInMemory()).toBeLessThan(25)
      await bench.close()
    })
  })
}
