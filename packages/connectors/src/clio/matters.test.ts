import { describe, expect, test } from 'vitest'
import { openBench } from './clio-bench.fixture.ts'

describe('matters of Clio', () => {
  test('a matter is found by its number, also where a folder name replaces characters of it', async () => {
    const bench = await openBench()
    bench.tree.makeFolders('3:26-cv-1')
    bench.tree.add({ name: '00012-Smith, Jane', parentId: 'account', bytes: undefined })
    expect(await bench.connector.ensureFolder('00012-Smith/B')).toMatchObject({ made: true })
    expect(await bench.connector.ensureFolder('3-26-cv-1/B')).toMatchObject({ made: true })
    expect(bench.tree.at('00012-Smith/B')).toBeDefined()
    expect(bench.tree.at('3:26-cv-1/B')).toBeDefined()
    await bench.close()
  })

  test('a custom number, which Clio finds by chance only, names no matter', async () => {
    const bench = await openBench()
    const facts = { customNumber: 'C-7' }
    bench.tree.add({ name: '00013-Estate of C-7', parentId: 'account', bytes: undefined, facts })
    expect(await bench.connector.ensureFolder('C-7/Pleadings')).toMatchObject({
      problem: 'missing',
      sentence: expect.stringContaining('no matter "C-7"'),
    })
    await bench.close()
  })

  test('nothing is saved where two matters have the number, apart from punctuation', async () => {
    const bench = await openBench()
    bench.tree.makeFolders('12-345')
    bench.tree.add({ name: '12/345', parentId: 'account', bytes: undefined })
    const result = await bench.connector.ensureFolder('12-345/Pleadings')
    expect(result).toMatchObject({ problem: 'rejected', sentence: expect.stringContaining('2 matters') })
    expect(bench.tree.at('12-345/Pleadings')).toBeUndefined()
    await bench.close()
  })

  test('a matter is never created: the sentence says which one is missing', async () => {
    const bench = await openBench()
    const result = await bench.connector.ensureFolder('00099-Doe/Pleadings')
    expect(result).toMatchObject({ problem: 'missing', sentence: expect.stringContaining('no matter "00099-Doe"') })
    expect(bench.tree.at('00099-Doe')).toBeUndefined()
    await bench.close()
  })
})
