import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataFolder, makeDataFolder } from '../testing/data-folder.ts'
import { runCommand } from '../testing/run-command.ts'

let data: DataFolder
beforeAll(async () => {
  data = await makeDataFolder()
})
afterAll(() => data.remove())

const run = (...args: string[]) => runCommand(data, ['firm', ...args])

function create(name: string, ...args: string[]) {
  return run('create', '--name', name, '--email', `a@${name}.example`, '--password', 'correct horse 1', ...args)
}

test("the operator grants domains when creating a firm or later, and no firm gets another firm's", async () => {
  expect(await create('one', '--notices', '*@one.example', '--notices', 'ecf@shared.example')).toMatchObject({
    code: 0,
  })
  const inside = await create('two', '--notices', 'ecf@one.example')
  expect(inside.code).not.toBe(0)
  expect(inside.errors).toContain('ecf@one.example belongs to another firm.')
  expect(await create('two', '--notices', 'other@shared.example', '--domain', 'two.example')).toMatchObject({ code: 0 })
  const around = await run('domain', 'add', '--firm', '2', 'Two.example.', 'shared.example')
  expect(around.code).not.toBe(0)
  expect(around.errors).toMatch(/shared\.example belongs to another firm\. Nothing was changed/)
  expect((await run('domain', 'add', '--firm', '9', 'x.example')).errors).toContain('There is no firm 9.')
  expect((await run('domain', 'add', '--firm', '2', 'gmail.com')).errors).toContain('open to everyone')
  expect(await run('domain', 'add', '--firm', '2', 'more.example')).toMatchObject({ code: 0 })
  const used = await run('domain', 'remove', '--firm', '1', 'one.example')
  expect(used.errors).toContain('The firm receives mail at *@one.example.')
  expect(await run('domain', 'remove', '--firm', '2', 'more.example')).toMatchObject({ code: 0 })
  expect((await run('domain', 'remove', '--firm', '2', 'more.example')).errors).toContain("doesn't have more.example")
  const { output } = await run('domain', 'list')
  expect(output.split('\n').map((line) => line.split('\t').slice(0, 2).join(' '))).toEqual([
    'firm 1 one.example',
    'firm 1 ecf@shared.example',
    'firm 2 other@shared.example',
    'firm 2 two.example',
    '',
  ])
  expect((await run('domain', 'list', '--firm', '2')).output).not.toContain('firm 1')
})
