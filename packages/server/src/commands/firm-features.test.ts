import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataFolder, makeDataFolder } from '../testing/data-folder.ts'
import { runCommand } from '../testing/run-command.ts'

let data: DataFolder
beforeAll(async () => {
  data = await makeDataFolder()
  const firm = ['firm', 'create', '--name', 'One', '--email', 'a@one.example', '--password', 'correct horse 1']
  expect(await runCommand(data, firm)).toMatchObject({ code: 0 })
})
afterAll(() => data.remove())

const run = (...args: string[]) => runCommand(data, ['firm', ...args])

test('the operator grants and revokes a paid feature, and is told when nothing changes', async () => {
  expect((await run('grant', 'tracking', '--firm', '1')).output).toContain('Firm 1 now has tracking.')
  expect((await run('grant', 'tracking', '--firm', '1')).output).toContain('Firm 1 already has tracking.')
  expect((await run('revoke', 'tracking', '--firm', '1')).output).toContain("Firm 1 now doesn't have tracking.")
  expect((await run('revoke', 'tracking', '--firm', '1')).output).toContain("Firm 1 already doesn't have tracking.")
})

test('an unknown feature and an unknown firm are refused', async () => {
  expect((await run('grant', 'gold', '--firm', '1')).code).not.toBe(0)
  expect((await run('grant', 'tracking', '--firm', '9')).errors).toContain('There is no firm 9.')
})
