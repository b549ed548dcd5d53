import { expect, test } from 'vitest'
import { largeFile } from '../testing/large-file.ts'
import { openBench } from './sharepoint-bench.fixture.ts'

/** Three pieces without a rest, and with one. */
const sizes = { whole: 24_576_000, rest: 25_000_000 }

test.each([
  ['whole', 'large.pdf', (length: number) => [`${length}-`]],
  ['rest', 'large.pdf', (length: number) => [`${length}-`]],
  ['rest', 'large.pdf', () => []],
  ['rest', 'large.docx', () => []],
] as const)(
  'an upload (%s) of %s that has every byte and is never saved is waited for, ended, and begun again',
  async (size, name, expectsAtEnd) => {
    const bench = await openBench()
    const file = largeFile(sizes[size], 8_000)(`A/${name}`)
    await bench.connector.ensureFolder('A')
    bench.fake.state.expectsAtEnd = expectsAtEnd as (length: number) => string[]
    const pieces = () => bench.asked.filter(({ method }) => method === 'PUT').length
    for (const attempt of [1, 2]) {
      const sentence = `SharePoint has all of "${name}" and hasn't saved it yet.`
      expect(await bench.reopen().put({ ...file, attempt })).toEqual({ problem: 'transient', sentence })
    }
    const before = pieces()
    expect(await bench.reopen().put({ ...file, attempt: 3 })).toEqual({
      problem: 'transient',
      sentence: `SharePoint has all of "${name}" and doesn't save it. The upload begins again with the next try.`,
    })
    expect(pieces()).toBe(before)
    expect([...bench.fake.uploads]).toEqual([])
    bench.fake.state.expectsAtEnd = undefined
    expect(await bench.reopen().put({ ...file, attempt: 4 })).toMatchObject({ wasThere: false })
    expect(await bench.list('A')).toEqual([name])
    await bench.close()
  },
)

test.each(['before it is begun again', 'while it is sent again'])(
  'an upload that is saved after all, %s, leaves one file',
  async (moment) => {
    const bench = await openBench()
    const file = largeFile(sizes.whole, 8_000)('A/large.pdf')
    await bench.connector.ensureFolder('A')
    bench.fake.state.expectsAtEnd = () => []
    await bench.connector.put(file)
    const [unsaved] = bench.fake.uploads.values()
    if (!unsaved) throw new Error('There is no upload.')
    // Nor can it be ended.
    bench.faults.fail({ answer: 500 }, 'DELETE')
    for (const attempt of [2, 3]) await bench.reopen().put({ ...file, attempt })
    bench.fake.state.expectsAtEnd = undefined
    let sent = 0
    if (moment === 'before it is begun again') bench.tree.add(unsaved)
    else
      bench.faults.failNth(
        ({ method }) => {
          if (method === 'PUT' && ++sent === 2) bench.tree.add(unsaved)
          return false
        },
        { cut: 'before' },
      )
    expect(await bench.reopen().put({ ...file, attempt: 4 })).toMatchObject({ wasThere: true })
    expect(await bench.list('A')).toEqual(['large.pdf'])
    await bench.close()
  },
)
