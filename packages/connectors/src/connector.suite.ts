import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLongRun } from '../../server/src/testing/long-run.ts'
import type { Connector, FileToStore, ProblemClass } from './connector.ts'
import type { Fault } from './testing/fault-proxy.ts'
import { watchBytes } from './testing/watched-bytes.ts'

/** A location to test a connector against, new for every test. */
export interface ConnectorBench {
  connector: Connector
  /** Reads the bytes at a path without the connector. */
  read: (path: string) => Promise<Uint8Array | undefined>
  /** Saves a file without the connector, as a person would. */
  plant: (path: string, content: Uint8Array) => Promise<void>
  /** The SHA-256 of a file, read piece by piece. */
  hashAt: (path: string) => Promise<string>
  /** Everything in a folder, including hidden and temporary files. */
  list: (folder: string) => Promise<readonly string[]>
  /** Faults between the connector and its server; absent if there is no connection. */
  faults?: ConnectorFaults
  /** Whether a test of the credential only signs in, because the service's root takes no folders. */
  isUntestable?: boolean
  close: () => Promise<void>
}

export interface ConnectorFaults {
  /** Cuts the connection once this share of what `run` sends and receives has passed, or lets everything through. */
  cutAt: (share: number | undefined) => Promise<void> | void
  /** Measures how much passes during the work: the total that shares refer to. */
  measure: (run: () => Promise<unknown>) => Promise<void>
  /** Over HTTP: makes requests with this method fail from now on; undefined ends it. */
  fail?: (fault: Fault | undefined, method?: string) => void
  /** The method that sends the bytes. */
  writes?: string
  /** The same location with a credential that isn't accepted. */
  refused: () => Connector
}

/** The size of a large file, in MB. */
const pieces = isLongRun ? 50 : 25
/** The size of one beyond what a number of 32 bits counts, in MB. */
const beyond2Gb = 2200

/** The shares of the traffic after which a connection is cut off. */
const cuts = isLongRun ? [0.1, 0.25, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97] : [0.6]

interface Suited {
  /** What the service calls itself, and the most that it takes, if that is less than the suite's largest file. */
  largest?: { service: string; gigabytes: number }
  /** Whether a path of 400 signs is too long for the service. */
  refusesLongPaths?: boolean
  /** Whether the short form asks too how much of a file is in memory: it does for one of each way to send. */
  streamsInShortForm?: boolean
}

/** What every connector must do; `open` creates a new location for each test. */
export function describeConnector(
  name: string,
  openBench: () => Promise<ConnectorBench>,
  { largest, refusesLongPaths = false, streamsInShortForm = false }: Suited = {},
): void {
  describe(`the ${name} connector`, () => {
    let bench: ConnectorBench
    beforeEach(async () => {
      bench = await openBench()
    })
    afterEach(() => bench.close())

    test('reports that its location is ready', async () => {
      const steps = await bench.connector.check()
      const written = ['folder', 'write', 'read', 'link', 'delete']
      if (bench.isUntestable) {
        expect(steps.map(({ state }) => state)).toEqual(['ok', ...written.map(() => 'skipped')])
        return
      }
      expect(
        steps.map(({ step, state, sentence }) => (state === 'ok' ? `${step} ok` : `${step}: ${sentence}`)),
      ).toEqual(['connect', ...written].map((step) => `${step} ok`))
      expect(await bench.list('')).toEqual([])
    })

    test('creates folders and adopts existing ones, even several at once', async () => {
      const folders = ['A/B/C', 'A/B/C', 'A/B/D', 'A']
      const made = await Promise.all(folders.map((folder) => bench.connector.ensureFolder(folder)))
      expect(made.map((each) => ('problem' in each ? each.sentence : 'ready'))).toEqual(folders.map(() => 'ready'))
    })

    test('creates no folder when folders may not be created, and uses an existing one', async () => {
      const refused = await bench.connector.ensureFolder('A/B', { mayMake: false })
      expect(refused).toMatchObject({ problem: 'missing', sentence: expect.stringContaining(`"A/B" doesn't exist`) })
      await store(bench.connector, fileOf('A/B/a.pdf', 'x'))
      expect(await bench.connector.ensureFolder('A/B', { mayMake: false })).toEqual({ ready: true, made: false })
    })

    test.each(['../A', 'A/../../B'])('rejects %s, which leads out of the root', async (folder) => {
      const file = fileOf(`${folder}/a.pdf`, 'x')
      expect(await bench.connector.put(file)).toMatchObject({ problem: 'rejected' })
      expect(await bench.connector.ensureFolder(folder)).toMatchObject({ problem: 'rejected' })
      expect(await bench.connector.exists(file.path)).toMatchObject({ problem: 'rejected' })
    })

    test('saves the bytes under the path, and finds the file', async () => {
      const file = fileOf('Akme/3-26-cv-1/118 Déclaration.pdf', 'the bytes')
      expect(await bench.connector.exists(file.path)).toEqual({ exists: false })
      expect(await store(bench.connector, file)).toMatchObject({ wasThere: false })
      expect(await textAt(bench, file.path)).toBe('the bytes')
      expect(await bench.connector.exists(file.path)).toEqual({ exists: true })
    })

    test('saves under a name with every sign that a court uses', async () => {
      const name =
        "118-2 Déclaration of Söhne & Co. (In re) [No. 3] {sealed}; O'Neil – “A” § 12, 50% + #1 = $5 @ ~x!.pdf"
      const file = fileOf(`A/${name}`, 'the bytes')
      expect(await store(bench.connector, file)).toMatchObject({ wasThere: false })
      expect(await bench.list('A')).toEqual([name])
      expect(await textAt(bench, file.path)).toBe('the bytes')
      expect(await store(bench.connector, { ...file, attempt: 2 })).toMatchObject({ wasThere: true })
    })

    test(
      refusesLongPaths ? 'says of a path of 400 signs what to shorten' : 'saves under a path of 400 signs',
      async () => {
        const folder = ['A', ...['b', 'c', 'd'].map((letter) => letter.repeat(100))].join('/')
        const path = `${folder}/${'e'.repeat(399 - folder.length - 4)}.pdf`
        const file = { ...fileOf(path, 'the bytes'), idempotencyKey: 'a copy' }
        expect(file.path).toHaveLength(400)
        if (refusesLongPaths) {
          // The folder alone may be too long.
          const ready = await bench.connector.ensureFolder(folder)
          const refused = 'problem' in ready ? ready : await bench.connector.put(file)
          expect(refused).toMatchObject({ problem: 'rejected', sentence: expect.stringMatching(/characters.*Shorten/) })
          return
        }
        expect(await store(bench.connector, file)).toMatchObject({ wasThere: false })
        expect(await bench.connector.exists(file.path)).toEqual({ exists: true })
        expect(await textAt(bench, file.path)).toBe('the bytes')
        expect(await store(bench.connector, { ...file, attempt: 2 })).toMatchObject({ wasThere: true })
      },
    )

    test('saves an empty file and one of several chunks', async () => {
      const chunks = ['a', 'b', 'c'].map((letter) => Buffer.from(letter.repeat(70_000)))
      const whole = Buffer.concat(chunks)
      const large = { ...fileOf('A/large.pdf', whole), open: () => chunks }
      expect(await store(bench.connector, large)).toMatchObject({ wasThere: false })
      expect(await bench.read('A/large.pdf')).toEqual(new Uint8Array(whole))
      expect(await store(bench.connector, fileOf('A/empty.txt', ''))).toMatchObject({ wasThere: false })
      expect(await textAt(bench, 'A/empty.txt')).toBe('')
    })

    test('saving the same file twice leaves one, and the second save says so', async () => {
      const file = fileOf('A/a.pdf', 'same')
      await store(bench.connector, file)
      expect(await store(bench.connector, { ...file, attempt: 2 })).toMatchObject({ wasThere: true })
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

    test('when two save different bytes under one name at once, one succeeds and one has a conflict', async () => {
      await bench.connector.ensureFolder('A')
      const files = ['one', 'two'].map((text) => ({ ...fileOf('A/a.pdf', text), idempotencyKey: text }))
      const results = await Promise.all(files.map((file) => bench.connector.put(file)))
      expect(results.filter((result) => 'wasThere' in result)).toHaveLength(1)
      expect(results.filter((result) => 'problem' in result && result.problem === 'conflict')).toHaveLength(1)
      expect(await bench.list('A')).toEqual(['a.pdf'])
    })

    test('rejects bytes that do not match the hash, and leaves nothing', async () => {
      const damaged = { ...fileOf('A/a.pdf', 'right'), open: () => [Buffer.from('wrong')] }
      expect(await store(bench.connector, damaged)).toMatchObject({ problem: 'rejected' })
      expect(await bench.list('A')).toEqual([])
    })

    test('when the bytes break off, nothing is left, and the next attempt saves them', async () => {
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
      expect(await store(bench.connector, { ...file, attempt: 2 })).toMatchObject({ wasThere: false })
    })

    if (isLongRun || streamsInShortForm)
      test(`saves ${pieces} MB piece by piece, never with all of it in memory`, async () => {
        const { file, mostInMemory } = watchedFile(pieces, 25)
        expect(await store(bench.connector, file)).toMatchObject({ wasThere: false })
        expect(mostInMemory()).toBeGreaterThan(0)
        expect(mostInMemory()).toBeLessThan(25)
        expect(sha256Of((await bench.read(file.path)) ?? '')).toBe(file.sha256)
        expect(await bench.list('A')).toEqual(['large.pdf'])
      })

    if (largest) {
      test(`says before it sends anything that ${largest.service} takes files of up to ${largest.gigabytes} GB`, async () => {
        await bench.connector.ensureFolder('A')
        const open = () => {
          throw new Error('It was read.')
        }
        const file = { ...fileOf('A/large.pdf', ''), size: beyond2Gb * 1_000_000, open }
        expect(await bench.connector.put(file)).toEqual({
          problem: 'rejected',
          sentence: `${largest.service} takes files of up to ${largest.gigabytes} GB. Save this document elsewhere, or split it.`,
        })
        expect(await bench.list('A')).toEqual([])
      })
      return
    }
    if (!isLongRun) return
    test('saves and compares a file of more than 2 GB in the same memory', { timeout: 900_000 }, async () => {
      const { file, mostInMemory } = watchedFile(beyond2Gb, 250)
      expect(await store(bench.connector, file)).toMatchObject({ wasThere: false })
      expect(await bench.hashAt(file.path)).toBe(file.sha256)
      expect(await store(bench.connector, { ...file, attempt: 2 })).toMatchObject({ wasThere: true })
      expect(mostInMemory()).toBeGreaterThan(0)
      expect(mostInMemory()).toBeLessThan(25)
      expect(await bench.list('A')).toEqual(['large.pdf'])
    })
  })
}

function watchedFile(megabytes: number, every: number): { file: FileToStore; mostInMemory: () => number } {
  const { bytes, mostInMemory } = watchBytes(megabytes, every)
  return { file: { ...fileOf('A/large.pdf', ''), ...bytes }, mostInMemory }
}

/** What every connector that uses a network must also survive. */
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

    test.each(cuts)(
      'when cut off after %d of the traffic, the next attempt leaves one complete file',
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

    test("a credential that is not accepted gets nothing by another firm's sign-in", async () => {
      const file = fileOf('A/a.pdf', 'the bytes')
      expect(await store(bench.connector, file)).toMatchObject({ wasThere: false })
      const refused = bench.faults.refused()
      expect(await refused.exists('A/a.pdf')).toMatchObject({ problem: 'auth' })
      expect(await refused.put({ ...file, attempt: 2 })).toMatchObject({ problem: 'auth' })
      // Nor does it end that sign-in.
      expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
      expect(await bench.list('A')).toEqual(['a.pdf'])
    })

    test('every step reports a credential that is no longer accepted', async () => {
      const refused = bench.faults.refused()
      expect(await refused.ensureFolder('A', { mayMake: true })).toSatisfy(isReadyOr('auth'))
      expect(await refused.put(fileOf('A/a.pdf', 'x'))).toMatchObject({ problem: 'auth' })
      const steps = await refused.check()
      expect(steps[0]).toMatchObject({ step: 'connect', state: 'failed' })
      expect(steps.slice(1).map(({ state }) => state)).toEqual(['skipped', 'skipped', 'skipped', 'skipped', 'skipped'])
    })
  })
}

/** What every connector that uses HTTP must also handle. A missing right for one folder says nothing of the others. */
export function describeHttpFaults(
  name: string,
  openBench: () => Promise<ConnectorBench & { faults: Required<ConnectorFaults> }>,
  { forbidden = 'transient' }: { forbidden?: ProblemClass } = {},
): void {
  describe(`the ${name} connector and HTTP errors`, () => {
    let bench: ConnectorBench & { faults: Required<ConnectorFaults> }
    beforeEach(async () => {
      bench = await openBench()
    })
    afterEach(() => bench.close())

    const answers: readonly (readonly [number, Readonly<Record<string, string>>, ProblemClass])[] = [
      [401, {}, 'auth'],
      [403, {}, forbidden],
      [429, { 'retry-after': '7' }, 'throttled'],
      [503, { 'retry-after': '7' }, 'throttled'],
      // By a clock that is years behind.
      [429, { 'retry-after': sevenSecondsLater, date: longAgo }, 'throttled'],
      [500, {}, 'transient'],
      [502, {}, 'transient'],
      [400, {}, 'rejected'],
    ]
    test.each(answers)('%d %o when writing is %s, and leaves nothing', async (answer, headers, problem) => {
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
      if (problem !== 'throttled')
        expect(await store(connector, { ...file, attempt: 2 })).toMatchObject({ wasThere: false })
      // The requested pause delays all requests with the credential.
      else expect(await connector.put(file)).toMatchObject({ problem: 'throttled' })
    })

    const falseSuccesses = [
      ['nothing', { answer: 201 }],
      ['an error', { answer: 200, body: '{"error":{"code":"quotaExceeded","message":"No space left"}}' }],
      ['an error as text', { answer: 200, body: 'ERROR: The file was refused' }],
      ['a page to sign in', { answer: 200, body: '<html><title>Sign in</title></html>', headers: html }],
    ] as const
    test.each(falseSuccesses)(
      'a success with %s in it is detected, and the next attempt saves the file',
      async (_, fault) => {
        const { connector, faults } = bench
        const file = fileOf('A/a.pdf', 'the bytes')
        await connector.ensureFolder('A')
        faults.fail(fault, faults.writes)
        expect(await connector.put(file)).toMatchObject({ problem: 'transient' })
        faults.fail(undefined)
        expect(await store(connector, { ...file, attempt: 2 })).toMatchObject({ wasThere: false })
        expect(await bench.list('A')).toEqual(['a.pdf'])
      },
    )

    test('a lost answer does not create a second file', async () => {
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

const html = { 'content-type': 'text/html' }
const longAgo = 'Sun, 06 Nov 1994 08:49:37 GMT'
const sevenSecondsLater = 'Sun, 06 Nov 1994 08:49:44 GMT'

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

/** A file to save with the given bytes, first attempt. */
export function fileOf(path: string, content: string | Uint8Array): FileToStore {
  const bytes = Buffer.from(content)
  return {
    path,
    idempotencyKey: path,
    attempt: 1,
    sha256: sha256Of(bytes),
    size: bytes.byteLength,
    open: () => [bytes],
    properties: {},
  }
}

const sha256Of = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
