import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { openFilevineBench } from './bench.ts'

test('a project that has an address of its own in Filevine is opened there, and nowhere else', async () => {
  const bench = await openFilevineBench()
  for (const [name, address] of [
    ['Own', (id: string) => `https://firm.filevineapp.com/#/project/${id}`],
    ['Other project', () => 'https://firm.filevineapp.com/#/project/1'],
    ['Elsewhere', (id: string) => `https://filevineapp.com.evil.example/#/project/${id}`],
  ] as const) {
    const project = bench.tree.add({ name, parentId: 'organization', bytes: undefined })
    project.facts.url = address(project.id)
    await bench.connector.ensureFolder(name)
    const usual = `https://app.filevine.example/#/project/${project.id}`
    expect(await bench.connector.put(fileOf(`${name}/a.pdf`, 'x'))).toMatchObject({
      link: name === 'Own' ? project.facts.url : usual,
    })
  }
  await bench.close()
})
