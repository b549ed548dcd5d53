import { describe, expect, test } from 'vitest'
import { type ConnectorBench, fileOf } from './connector.suite.ts'
import type { Connector, FileToStore } from './connector.ts'
import type { Hands } from './testing/folder-bench.ts'
import type { ServiceBench } from './testing/service-bench.ts'

/** A location in which people tidy up. */
export interface TidiedBench extends Pick<ConnectorBench, 'connector' | 'plant' | 'read' | 'list' | 'close'> {
  /** Opens the connector once more, as after a restart. */
  reopen: () => Connector
  hands: Hands
}

const usualPath = 'A/Filings/a.pdf'

/** What every connector must survive: people who tidy up where it saves. */
export function describeTidying(name: string, openBench: () => Promise<TidiedBench>, path = usualPath): void {
  const folder = path.slice(0, path.lastIndexOf('/'))

  describe(`the ${name} connector beside people who tidy up`, () => {
    test.each(['removed', 'renamed'])(
      'a file whose folder is %s meanwhile is saved once, in a folder of that name',
      (deed) =>
        withBench(openBench, async (bench) => {
          const file = fileOf(path, 'the bytes')
          await bench.connector.ensureFolder(folder)
          // Where folders come with their files, there is none before.
          await bench.plant(`${folder}/Other.pdf`, Buffer.from('other bytes'))
          if (deed === 'removed') await bench.hands.remove(folder)
          else await bench.hands.rename(folder, 'Closed')
          const first = await bench.connector.put(file)
          if ('problem' in first) expect(first).toMatchObject({ problem: 'transient' })
          // IDs are remembered for some minutes, and by one process only.
          await expectOne(bench, { ...file, attempt: 2 })
        }),
    )
  })
}

interface Erring {
  /** Whether the service answers the length of what it saved; if absent, it does. */
  tellsLength?: boolean
}

/** What every connector to a service's API must also survive: people who tidy up there, and a service that errs. */
export function describeOtherHands(
  name: string,
  openBench: () => Promise<ServiceBench>,
  { tellsLength = true }: Erring = {},
): void {
  const path = usualPath
  const folder = path.slice(0, path.lastIndexOf('/'))
  describeTidying(name, openBench)

  describe(`the ${name} connector to a service that errs`, () => {
    const title = tellsLength
      ? 'a service that answers another length than was sent is not believed, and the file is saved once'
      : 'no answer to saving has a length that could be wrong'
    test(title, () =>
      withBench(openBench, async (bench) => {
        const file = fileOf(path, 'x'.repeat(7_919))
        await bench.connector.ensureFolder(folder)
        let told = 0
        const shorter = (value: unknown): unknown => {
          if (Array.isArray(value)) return value.map(shorter)
          if (value !== null && typeof value === 'object')
            return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shorter(each)]))
          if (value !== file.size && value !== String(file.size)) return value
          told += 1
          return typeof value === 'number' ? value - 1 : String(file.size - 1)
        }
        bench.faults.failNth(() => true, { rewrite: shorter })
        const first = await bench.connector.put(file)
        expect(told > 0).toBe(tellsLength)
        expect(first).toMatchObject(tellsLength ? { problem: 'transient' } : { wasThere: false })
        bench.faults.failNth(undefined)
        await expectOne(bench, { ...file, attempt: 2 })
      }),
    )
  })
}

async function withBench<Bench extends TidiedBench>(
  openBench: () => Promise<Bench>,
  run: (bench: Bench) => Promise<void>,
): Promise<void> {
  const bench = await openBench()
  try {
    await run(bench)
  } finally {
    await bench.close()
  }
}

/** Saves a file after a restart, and expects one complete file in one folder. */
async function expectOne(bench: TidiedBench, file: FileToStore): Promise<void> {
  expect(await save(bench.reopen(), file)).toMatchObject({ wasThere: expect.any(Boolean) })
  const bytes = Buffer.concat([...(file.open() as Iterable<Uint8Array>)])
  expect(Buffer.from((await bench.read(file.path)) ?? []).equals(bytes)).toBe(true)
  const [above, name] = [
    file.path.slice(0, file.path.lastIndexOf('/')),
    file.path.slice(file.path.lastIndexOf('/') + 1),
  ]
  expect(await bench.list(above)).toEqual([name])
}

async function save(connector: Connector, file: FileToStore) {
  const ready = await connector.ensureFolder(file.path.slice(0, file.path.lastIndexOf('/')))
  return 'problem' in ready ? ready : connector.put(file)
}
