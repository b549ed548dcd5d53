import { describe, expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { type Bench, withBench } from './imanage-bench.fixture.ts'

describe('the iManage connector by workspace', () => {
  const byWorkspace = { given: {} }

  test('the first folder of a path is a workspace by its whole name, and none is made', () =>
    withBench(byWorkspace, async ({ connector, fake }) => {
      fake.tree.add({ name: 'Matters of 2024', parentId: 'root', bytes: undefined })
      expect(await connector.ensureFolder('matters/A')).toEqual({ ready: true, made: true })
      expect(await connector.ensureFolder('Matter/A')).toMatchObject({
        problem: 'missing',
        sentence: expect.stringContaining('The library ACTIVE has no workspace called "Matter"'),
      })
      expect(await connector.ensureFolder('Matter/A', { mayMake: false })).toMatchObject({ problem: 'missing' })
    }))

  test('a workspace is found on a later page of those that contain its name', () =>
    withBench(byWorkspace, async ({ connector, fake }) => {
      for (let n = 0; n < 600; n++) fake.tree.add({ name: `Acme ${n}`, parentId: 'root', bytes: undefined })
      fake.tree.add({ name: 'Acme', parentId: 'root', bytes: undefined })
      expect(await connector.ensureFolder('Acme/A')).toEqual({ ready: true, made: true })
    }))

  test('nothing is saved where two workspaces have the name', () =>
    withBench(byWorkspace, async ({ connector, fake }) => {
      fake.tree.add({ name: 'MATTERS', parentId: 'root', bytes: undefined })
      expect(await connector.ensureFolder('Matters/A')).toMatchObject({
        problem: 'rejected',
        sentence: expect.stringContaining('several workspaces'),
      })
    }))

  test('a path that ends at the workspace is refused, since documents are in folders', () =>
    withBench(byWorkspace, async ({ connector }) => {
      await connector.ensureFolder('Matters')
      expect(await connector.put(fileOf('Matters/a.pdf', 'x'))).toMatchObject({
        problem: 'rejected',
        sentence: expect.stringContaining("Add a folder to the policy's path"),
      })
    }))

  const openMatter = ({ fake }: Bench, name: string, [custom1, custom2]: readonly [string, string]) =>
    fake.tree.add({ name, parentId: 'root', bytes: undefined, facts: { custom1, custom2 } })

  test('the first two folders of a path may be the numbers of the client and the matter of a workspace', () =>
    withBench(byWorkspace, async (bench) => {
      openMatter(bench, 'Acme – Patents', ['C-100', '42/7'])
      openMatter(bench, 'Acme – Trademarks', ['C-100', '43'])
      openMatter(bench, 'Beta – Patents', ['C-1001', '42/7'])
      const { connector, fake } = bench
      // A folder name has no slash.
      expect(await connector.ensureFolder('c-100/42-7/Filings')).toEqual({ ready: true, made: true })
      expect(await connector.put(fileOf('c-100/42-7/Filings/a.pdf', 'x'))).toMatchObject({ wasThere: false })
      expect(fake.tree.at('Acme – Patents/Filings/a.pdf')).toBeDefined()
    }))

  test.each(['C-100/44/Filings', 'C-10/43/Filings'])('no workspace is made for %s', (folder) =>
    withBench(byWorkspace, async (bench) => {
      openMatter(bench, 'Acme – Trademarks', ['C-100', '43'])
      const [client, matter] = folder.split('/')
      expect(await bench.connector.ensureFolder(folder)).toEqual({
        problem: 'missing',
        sentence: expect.stringContaining(
          `none of the client "${client}" (custom1) and the matter "${matter}" (custom2)`,
        ),
      })
      expect(await bench.connector.put(fileOf(`${client}/a.pdf`, 'x'))).toEqual({
        problem: 'missing',
        sentence: expect.stringContaining(`has no workspace called "${client}"`),
      })
    }),
  )

  test('a workspace that was missing is found as soon as it is there', () =>
    withBench(byWorkspace, async ({ connector, fake }) => {
      expect(await connector.ensureFolder('Acme/Filings')).toMatchObject({ problem: 'missing' })
      fake.tree.add({ name: 'Acme', parentId: 'root', bytes: undefined })
      expect(await connector.ensureFolder('Acme/Filings')).toEqual({ ready: true, made: true })
    }))

  test('nothing is saved where two workspaces have the numbers, and a name that one has is enough', () =>
    withBench(byWorkspace, async (bench) => {
      openMatter(bench, 'Acme – Patents', ['C-100', '42/7'])
      openMatter(bench, 'Acme – Trademarks', ['C-100', '42-7'])
      expect(await bench.connector.ensureFolder('C-100/42-7/Filings')).toMatchObject({
        problem: 'rejected',
        sentence: expect.stringContaining('2 matters in the DMS have the number "42-7"'),
      })
      expect(await bench.connector.ensureFolder('Acme – Patents/Filings')).toEqual({ ready: true, made: true })
    }))
})
