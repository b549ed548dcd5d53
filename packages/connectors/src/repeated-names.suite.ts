import { expect, test } from 'vitest'
import { fileOf } from './connector.suite.ts'
import type { ServiceBench } from './testing/service-bench.ts'

/** What every connector to a service with names that repeat must also do. */
export function describeRepeatedNames(
  name: string,
  openBench: () => Promise<Pick<ServiceBench, 'connector' | 'tree' | 'list' | 'close'>>,
): void {
  test(`the ${name} connector takes a copy's own file for it, and no other of the same name`, async () => {
    const { connector, tree, list, close } = await openBench()
    const save = async (text: string, idempotencyKey: string) => {
      expect(await connector.put({ ...fileOf('A/a.pdf', text), idempotencyKey })).toMatchObject({ wasThere: false })
      const entry = tree.at('A/a.pdf')
      if (!entry) throw new Error('not saved')
      tree.remove(entry.id)
      return entry
    }
    await connector.ensureFolder('A')
    // The other one is listed first.
    const both = [await save('1', 'other'), await save('2', 'own')]
    for (const entry of both) tree.add(entry)
    const again = { ...fileOf('A/a.pdf', '2'), idempotencyKey: 'own', attempt: 2 }
    expect(await connector.put(again)).toMatchObject({ wasThere: true })
    expect(await list('A')).toEqual(['a.pdf', 'a.pdf'])
    await close()
  })
}

/** What every connector to a service with folders whose names repeat must also do. */
export function describeRepeatedFolders(name: string, openBench: () => Promise<ServiceBench>): void {
  test(`the ${name} connector makes one folder for two processes that need it at once`, async () => {
    const { connector, reopen, list, close } = await openBench()
    await connector.ensureFolder('A')
    const both = await Promise.all([reopen(), reopen()].map((process) => process.ensureFolder('A/New/Motions')))
    expect(both).toContainEqual({ ready: true, made: true })
    expect(both).toContainEqual({ ready: true, made: false })
    expect(await list('A')).toEqual(['New'])
    expect(await list('A/New')).toEqual(['Motions'])
    await close()
  })

  test(`the ${name} connector makes one folder for two credentials of one account that need it at once`, async () => {
    const { connector, reopen, memory, list, close } = await openBench()
    for (const token of [...memory.refreshTokens.values()]) memory.refreshTokens.set('another', token)
    await connector.ensureFolder('A')
    const both = await Promise.all([reopen(), reopen('another')].map((each) => each.ensureFolder('A/New/Motions')))
    expect(both).toContainEqual({ ready: true, made: true })
    expect(both).toContainEqual({ ready: true, made: false })
    expect(await list('A')).toEqual(['New'])
    expect(await list('A/New')).toEqual(['Motions'])
    await close()
  })

  test.each([
    ['no name', (entry: object) => Object.fromEntries(Object.entries(entry).filter(isNotOdd))],
    [
      'a name of null',
      (entry: object) =>
        Object.fromEntries(Object.entries(entry).map((each) => [each[0], isNotOdd(each) ? each[1] : null])),
    ],
  ])(`the ${name} connector saves beside entries that are listed with %s`, async (_what, change) => {
    const { connector, reopen, plant, faults, close } = await openBench()
    await connector.ensureFolder('A/odd')
    await plant('A/odd a.pdf', Buffer.from('of a person'))
    faults.failNth(() => true, { rewrite: (json) => changedWithin(json, change) })
    expect(await reopen().ensureFolder('A/B')).toEqual({ ready: true, made: true })
    expect(await reopen().put(fileOf('A/a.pdf', 'x'))).toMatchObject({ wasThere: false })
    await close()
  })
}

function isNotOdd([key, value]: [string, unknown]): boolean {
  return !(/^(?:file)?name$/i.test(key) && typeof value === 'string' && value.startsWith('odd'))
}

/** Changes every record in an answer. */
function changedWithin(json: unknown, change: (entry: object) => object): unknown {
  if (Array.isArray(json)) return json.map((each) => changedWithin(each, change))
  if (json === null || typeof json !== 'object') return json
  const within = Object.entries(json).map(([key, value]) => [key, changedWithin(value, change)])
  return change(Object.fromEntries(within))
}
