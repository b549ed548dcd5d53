import { expect, test } from 'vitest'
import { isLongRun } from '../../server/src/testing/long-run.ts'
import { fileOf } from './connector.suite.ts'
import type { ServiceBench } from './testing/service-bench.ts'

interface TokenBench extends Pick<ServiceBench, 'connector' | 'list' | 'read' | 'faults' | 'close'> {
  /** Ends all tokens that the service gave. */
  fake: { endTokens: () => void }
}

interface EndedTokens {
  folder?: string
  size?: number
  /** Whether each part of a large file is sent with the token, so that it may end between two. */
  isSigned?: boolean
}

/**
 * What every connector to a service with tokens must survive: one that ends before its time, before any call of an
 * upload.
 */
export function describeEndedTokens(
  name: string,
  openBench: () => Promise<TokenBench>,
  { folder = 'A', size = 9, isSigned = false }: EndedTokens = {},
): void {
  if (isSigned) describeBetweenParts(name, openBench, { folder, size })
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

/** The short form for a large file: its token ends once, when a part was sent and the next one is about to be. */
function describeBetweenParts(
  name: string,
  openBench: () => Promise<TokenBench>,
  { folder, size }: Required<Pick<EndedTokens, 'folder' | 'size'>>,
): void {
  test(`the ${name} connector replaces a token that ends between two parts, and sends none of them twice`, async () => {
    const { connector, faults, fake, list, read, close } = await openBench()
    await connector.ensureFolder(folder)
    const bytes = Buffer.alloc(size, 'the bytes')
    const parts: string[] = []
    faults.failNth(({ method, path }) => {
      if (method === 'PUT' && parts.push(path) === 2) fake.endTokens()
      return false
    })
    expect(await connector.put(fileOf(`${folder}/large.pdf`, bytes))).toMatchObject({ wasThere: false })
    expect(Buffer.from((await read(`${folder}/large.pdf`)) ?? []).equals(bytes)).toBe(true)
    expect(await list(folder)).toEqual(['large.pdf'])
    // The second is refused, and sent again with the new token.
    expect(parts.length).toBe(Math.ceil(size / largestPart) + 1)
    await close()
  })
}

/** In bytes, as the fake of Box has it. */
const largestPart = 8_000_000
