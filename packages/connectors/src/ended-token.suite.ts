import { expect, test } from 'vitest'
import { isLongRun } from '../../server/src/testing/long-run.ts'
import { fileOf } from './connector.suite.ts'
import type { ServiceBench } from './testing/service-bench.ts'

interface TokenBench extends Pick<ServiceBench, 'connector' | 'list' | 'read' | 'faults' | 'close'> {
  /** Ends all tokens that the service gave. */
  fake: { endTokens: () => void }
}

/**
 * What every connector to a service with tokens must survive: one that ends before its time, before any call of an
 * upload.
 */
export function describeEndedTokens(
  name: string,
  openBench: () => Promise<TokenBench>,
  { folder = 'A', size = 9 }: { folder?: string; size?: number } = {},
): void {
  // A large file is sent again for each of its calls.
  if (size >= 1_000_000 && !isLongRun) return
  test(`the ${name} connector replaces a token that ends before any call of an upload, and one file of ${size} bytes is saved`, async () => {
    const { connector, faults, fake, list, read, close } = await openBench()
    await connector.ensureFolder(folder)
    const bytes = Buffer.alloc(size, 'the bytes')
    const names: string[] = []
    for (let calls = Number.POSITIVE_INFINITY; names.length < calls; ) {
      const ends = names.push(`${names.length + 1}.pdf`)
      calls = 0
      faults.failNth(() => {
        calls += 1
        if (calls === ends) fake.endTokens()
        return false
      })
      const path = `${folder}/${ends}.pdf`
      expect(await connector.put(fileOf(path, bytes)), `call ${ends}`).toMatchObject({ wasThere: false })
      expect(Buffer.from((await read(path)) ?? []).equals(bytes), `call ${ends}`).toBe(true)
    }
    // Otherwise none of them needed a token.
    expect(names.length).toBeGreaterThan(2)
    expect((await list(folder)).toSorted()).toEqual(names.toSorted())
    await close()
  })
}
