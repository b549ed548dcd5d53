import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { openFilevineBench } from './bench.ts'

test('bytes that Filevine has are not sent again after a crash before the document is added to its project', async () => {
  const bench = await openFilevineBench()
  await bench.connector.ensureFolder('A')
  const file = fileOf('A/a.pdf', 'x')
  bench.faults.failNth(({ path }) => /\/Projects\/\d+\/Documents\//.test(path), { cut: 'before' })
  expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
  bench.faults.failNth(undefined)
  expect(await bench.reopen().put({ ...file, attempt: 2 })).toMatchObject({ wasThere: false })
  expect(bench.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect(bench.tree.at('A/a.pdf')?.bytes?.toString()).toBe('x')
  expect(bench.memory.states.size).toBe(0)
  await bench.close()
})

test('bytes that Filevine says it has not, although it took them, are sent again', async () => {
  const bench = await openFilevineBench()
  await bench.connector.ensureFolder('A')
  const file = fileOf('A/a.pdf', 'x')
  bench.faults.fail({ answer: 200 }, 'PUT')
  for (const attempt of [1, 2])
    expect(await bench.connector.put({ ...file, attempt })).toMatchObject({ problem: 'transient' })
  bench.faults.fail(undefined)
  expect(await bench.connector.put({ ...file, attempt: 3 })).toMatchObject({ wasThere: false })
  await bench.close()
})
