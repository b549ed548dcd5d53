import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '../testing/fault-proxy.ts'
import type { Connector, FileToStore, ProblemClass } from './connector.ts'

/** One place to test a connector against, fresh for every test. */
export interface ConnectorBench {
  connector: Connector
  /** The bytes under a path, read past the connector. */
  read: (path: string) => Promise<Uint8Array | undefined>
  /** Puts a file there past the connector, as a person would. */
  plant: (path: string, content: Uint8Array) => Promise<void>
  /** Everything that is in a folder, hidden and temporary files included. */
  list: (folder: string) => Promise<readonly string[]>
  /** Faults between the connector and its server; absent where there is nothing in between. */
  faults?: ConnectorFaults
  close: () => Promise<void>
}

export interface ConnectorFaults {
  /** Cuts the connection when this share of what `run` sends and gets has gone through, or lets all of it through. */
  cutAt: (share: number | undefined) => Promise<void> | void
  /** Notes how much goes through while the work runs: the whole that shares are of. */
  measure: (run: () => Promise<unknown>) => Promise<void>
  /** Over HTTP: what goes wrong with requests of this method, from now on; nothing does when it is undefined. */
  fail?: (fault: Fault | undefined, method?: string) => void
  /** The method that brings the bytes. */
  writes?: string
  /** The same place by a credential that is not accepted. */
  refused: () => Connector
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
      const steps = await bench.connector.check()
      expect(
        steps.map(({ step, state, sentence }) => (state === 'ok' ? `${step} ok` : `${step}: ${sentence}`)),
      ).toEqual(['connect', 'folder', 'write', 'read', 'link', 'delete'].map((step) => `${step} ok`))
      expect(await bench.list('')).toEqual([])
    })

    test('makes folders and adopts those that are there, also several at a time', async () => {
      const folders = ['A/B/C', 'A/B/C', 'A/B/D', 'A']
      const made = await Promise.all(folders.map((folder) => bench.connector.ensureFolder(folder)))
      expect(made.map((each) => ('problem' in each ? each.sentence : 'ready'))).toEqual(folders.map(() => 'ready'))
    })

    test('makes no folder where none may be made, and uses one that is there', async () => {
      const refused = await bench.connector.ensureFolder('A/B', { mayMake: false })
      expect(refused).toMatchObject({ problem: 'rejected', sentence: expect.stringContaining('"A/B" is not there') })
      await store(bench.connector, fileOf('A/B/a.pdf', 'x'))
      expect(await bench.connector.ensureFolder('A/B', { mayMake: false })).toEqual({ ready: true, made: false })
    })

    test('a path out of the root is refused', async () => {
      expect(await bench.connector.put(fileOf('../a.pdf', 'x'))).toMatchObject({ problem: 'rejected' })
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

    test('50 MB are stored as they come, and are never in memory as a whole', async () => {
      const chunk = Buffer.alloc(1_000_000, 'x')
      const hash = createHash('sha256')
      for (let n = 0; n < 50; n++) hash.update(chunk)
      const collect = garbageCollector()
      const handed: WeakRef<Buffer>[] = []
      let most = 0
      const file = {
        ...fileOf('A/large.pdf', ''),
        sha256: hash.digest('hex'),
        size: 50_000_000,
        open: async function* () {
          for (let n = 1; n <= 50; n++) {
            const piece = Buffer.from(chunk)
            handed.push(new WeakRef(piece))
            yield piece
            if (n % 10 > 0) continue
            await setImmediate()
            collect()
            most = Math.max(most, handed.filter((each) => each.deref()).length)
          }
        },
      }
      expect(await store(bench.connector, file)).toEqual({ wasThere: false })
      expect(most).toBeGreaterThan(0)
      expect(most).toBeLessThan(25)
      const written = await bench.read('A/large.pdf')
      expect(
        createHash('sha256')
          .update(written ?? '')
          .digest('hex'),
      ).toBe(file.sha256)
      expect(await bench.list('A')).toEqual(['large.pdf'])
    })
  })
}

/** What every connector that reaches its place over a network must survive, besides. */
export function describeFaults(
  name: string,
  openBench: () => Promise<ConnectorBench & { faults: ConnectorFaults }>,
): void {
  describe(`the ${name} connector over a bad network`, () => {
    let bench: ConnectorBench & { faults: ConnectorFaults }
    beforeEach(async () => {
      bench = await openBench()
    })
    afterEach(() => bench.close())

    test.each([0.1, 0.25, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97])(
      'cut off after %d of what goes to and fro, the next try leaves one whole file',
      async (share) => {
        const { connector, faults } = bench
        const content = Buffer.alloc(300_000, 'courtcrier ')
        await faults.measure(() => store(connector, fileOf('Before/a.pdf', content)))
        const file = fileOf('After/a.pdf', content)
        await faults.cutAt(share)
        const folder = await connector.ensureFolder('After')
        const first = 'problem' in folder ? folder : await connector.put(file)
        if ('problem' in first) expect(first.problem).toBe('transient')
        await faults.cutAt(undefined)
        const second = await store(connector, { ...file, attempt: 2 })
        expect(second).toMatchObject({ wasThere: expect.any(Boolean) })
        expect(await bench.read('After/a.pdf')).toEqual(new Uint8Array(content))
        expect(await bench.list('After')).toEqual(['a.pdf'])
      },
    )

    test('a credential that is not accepted any more is said to be so, by every step', async () => {
      const refused = bench.faults.refused()
      expect(await refused.ensureFolder('A', { mayMake: true })).toSatisfy(isReadyOr('auth'))
      expect(await refused.put(fileOf('A/a.pdf', 'x'))).toMatchObject({ problem: 'auth' })
      const steps = await refused.check()
      expect(steps[0]).toMatchObject({ step: 'connect', state: 'failed' })
      expect(steps.slice(1).map(({ state }) => state)).toEqual(['skipped', 'skipped', 'skipped', 'skipped', 'skipped'])
    })
  })
}

/** What every connector that speaks HTTP must understand, besides. */
export function describeHttpFaults(
  name: string,
  openBench: () => Promise<ConnectorBench & { faults: Required<ConnectorFaults> }>,
): void {
  describe(`the ${name} connector and answers that are no good`, () => {
    let bench: ConnectorBench & { faults: Required<ConnectorFaults> }
    beforeEach(async () => {
      bench = await openBench()
    })
    afterEach(() => bench.close())

    const answers: readonly (readonly [number, Readonly<Record<string, string>>, ProblemClass])[] = [
      [401, {}, 'auth'],
      [403, {}, 'auth'],
      [429, { 'retry-after': '7' }, 'throttled'],
      [503, { 'retry-after': '7' }, 'throttled'],
      [500, {}, 'transient'],
      [502, {}, 'transient'],
      [400, {}, 'rejected'],
    ]
    test.each(answers)('%d %o when it writes is %s, and leaves nothing', async (answer, headers, problem) => {
      const { connector, faults } = bench
      const file = fileOf('A/a.pdf', 'x')
      await connector.ensureFolder('A')
      faults.fail({ answer, headers }, faults.writes)
      const result = await connector.put(file)
      expect(result).toMatchObject({
        problem,
        ...(problem === 'throttled' ? { retryAfterMs: expect.any(Number) } : {}),
      })
      if ('retryAfterMs' in result) expect(result.retryAfterMs).toBeGreaterThan(5_000)
      faults.fail(undefined)
      if (problem !== 'throttled') expect(await store(connector, { ...file, attempt: 2 })).toEqual({ wasThere: false })
      // What the store wanted is what everything waits for that is asked with the credential.
      else expect(await connector.put(file)).toMatchObject({ problem: 'throttled' })
    })

    test('a success that is none is found out, and the next try stores it', async () => {
      const { connector, faults } = bench
      const file = fileOf('A/a.pdf', 'the bytes')
      await connector.ensureFolder('A')
      faults.fail({ answer: 201 }, faults.writes)
      expect(await connector.put(file)).toMatchObject({ problem: 'transient' })
      faults.fail(undefined)
      expect(await store(connector, { ...file, attempt: 2 })).toEqual({ wasThere: false })
      expect(await bench.list('A')).toEqual(['a.pdf'])
    })

    test('an answer that nobody heard does not make a second file', async () => {
      const { connector, faults } = bench
      const file = fileOf('A/a.pdf', 'the bytes')
      await connector.ensureFolder('A')
      faults.fail({ cut: 'after' }, faults.writes)
      expect(await connector.put(file)).toMatchObject({ problem: 'transient' })
      faults.fail(undefined)
      expect(await store(connector, { ...file, attempt: 2 })).toMatchObject({ wasThere: expect.any(Boolean) })
      expect(await bench.list('A')).toEqual(['a.pdf'])
    })
  })
}

function isReadyOr(problem: ProblemClass) {
  return (result: object) => 'ready' in result || ('problem' in result && result.problem === problem)
}

async function store(connector: Connector, file: FileToStore) {
  const folder = file.path.slice(0, file.path.lastIndexOf('/'))
  expect(await connector.ensureFolder(folder)).toMatchObject({ ready: true })
  return connector.put(file)
}

async function textAt(bench: ConnectorBench, path: string): Promise<string | undefined> {
  const content = await bench.read(path)
  return content && Buffer.from(content).toString()
}

/** What is no longer used is still counted until it is collected. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
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
