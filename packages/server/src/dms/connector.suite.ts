import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Connector, FileToStore } from './connector.ts'

/** One place to test a connector against, fresh for every test. */
export interface ConnectorBench {
  connector: Connector
  /** The bytes under a path, read past the connector. */
  read: (path: string) => Promise<Uint8Array | undefined>
  /** Puts a file there past the connector, as a person would. */
  plant: (path: string, content: Uint8Array) => Promise<void>
  /** Everything that is in a folder, hidden and temporary files included. */
  list: (folder: string) => Promise<readonly string[]>
  close: () => Promise<void>
}

/** What every connector must do; `open` makes a fresh place for each test. */
export function describeConnector(name: string, openBench: () => Promise<ConnectorBench>): void {
  describe(`the ${name} connector`, () => {
    let bench: ConnectorBench
    beforeEach(async () => {
      bench = await openBench()
    })
    afterEach(() => bench.close())

    test('says that its place is ready', async () => {
      expect(await bench.connector.check()).toEqual({ ready: true })
    })

    test('makes folders and adopts those that are there, also several at a time', async () => {
      const folders = ['A/B/C', 'A/B/C', 'A/B/D', 'A']
      const made = await Promise.all(folders.map((folder) => bench.connector.ensureFolder(folder)))
      expect(made).toEqual(folders.map(() => ({ ready: true })))
    })

    test('stores the bytes under the path, and knows of it', async () => {
      const file = fileOf('Akme/3-26-cv-1/118 Déclaration.pdf', 'the bytes')
      expect(await bench.connector.exists(file.path)).toEqual({ exists: false })
      expect(await store(bench.connector, file)).toEqual({ wasThere: false })
      expect(await textAt(bench, file.path)).toBe('the bytes')
      expect(await bench.connector.exists(file.path)).toEqual({ exists: true })
    })

    test('stores an empty file and one of several chunks', async () => {
      const chunks = ['a', 'b', 'c'].map((letter) => Buffer.from(letter.repeat(70_000)))
      const whole = Buffer.concat(chunks)
      const large = { ...fileOf('A/large.pdf', whole), open: () => chunks }
      expect(await store(bench.connector, large)).toEqual({ wasThere: false })
      expect(await bench.read('A/large.pdf')).toEqual(new Uint8Array(whole))
      expect(await store(bench.connector, fileOf('A/empty.txt', ''))).toEqual({ wasThere: false })
      expect(await textAt(bench, 'A/empty.txt')).toBe('')
    })

    test('put twice, the file is there once and the second says so', async () => {
      const file = fileOf('A/a.pdf', 'same')
      await store(bench.connector, file)
      expect(await store(bench.connector, { ...file, attempt: 2 })).toEqual({ wasThere: true })
      expect(await bench.list('A')).toEqual(['a.pdf'])
    })

    test('never overwrites: other bytes under the name are a conflict', async () => {
      await bench.connector.ensureFolder('A')
      await bench.plant('A/a.pdf', Buffer.from("a person's own file"))
      const result = await store(bench.connector, fileOf('A/a.pdf', 'of the same length'))
      expect(result).toMatchObject({ problem: 'conflict', sentence: expect.stringContaining('a.pdf') })
      expect(await textAt(bench, 'A/a.pdf')).toBe("a person's own file")
      expect(await bench.list('A')).toEqual(['a.pdf'])
    })

    test('of two that put different bytes under one name at the same time, one stores and one has a conflict', async () => {
      await bench.connector.ensureFolder('A')
      const files = ['one', 'two'].map((text) => ({ ...fileOf('A/a.pdf', text), idempotencyKey: text }))
      const results = await Promise.all(files.map((file) => bench.connector.put(file)))
      expect(results.filter((result) => 'wasThere' in result)).toHaveLength(1)
      expect(results.filter((result) => 'problem' in result && result.problem === 'conflict')).toHaveLength(1)
      expect(await bench.list('A')).toEqual(['a.pdf'])
    })

    test('bytes that are not what they should be are refused, and leave nothing', async () => {
      const damaged = { ...fileOf('A/a.pdf', 'right'), open: () => [Buffer.from('wrong')] }
      expect(await store(bench.connector, damaged)).toMatchObject({ problem: 'rejected' })
      expect(await bench.list('A')).toEqual([])
    })

    test('when the bytes break off, nothing is left, and the next try stores them', async () => {
      const file = fileOf('A/a.pdf', 'all of it')
      const broken = {
        ...file,
        open: async function* () {
          yield Buffer.from('all')
          throw new Error('the blob store went away')
        },
      }
      await expect(store(bench.connector, broken)).rejects.toThrow('went away')
      expect(await bench.list('A')).toEqual([])
      expect(await store(bench.connector, { ...file, attempt: 2 })).toEqual({ wasThere: false })
    })
  })
}

async function store(connector: Connector, file: FileToStore) {
  expect(await connector.ensureFolder(file.path.slice(0, file.path.lastIndexOf('/')))).toEqual({ ready: true })
  return connector.put(file)
}

async function textAt(bench: ConnectorBench, path: string): Promise<string | undefined> {
  const content = await bench.read(path)
  return content && Buffer.from(content).toString()
}

/** A file to store with the given bytes, first try. */
export function fileOf(path: string, content: string | Uint8Array): FileToStore {
  const bytes = Buffer.from(content)
  return {
    path,
    idempotencyKey: path,
    attempt: 1,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.byteLength,
    open: () => [bytes],
    properties: {},
  }
}
