import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataFolder, makeDataFolder } from '../testing/data-folder.ts'
import { runCommand } from '../testing/run-command.ts'

const cli = path.join(import.meta.dirname, '..', 'cli.ts')
let data: DataFolder

beforeAll(async () => {
  data = await makeDataFolder()
  // One command as users run it, in a separate process.
  const args = ['firm', 'create', '--name', 'One', '--email', 'a@one.example', '--password', 'correct horse 1']
  const env = { ...process.env, COURTCRIER_DATA: data.folder, ...data.environment }
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { env })
  expect(stdout).toContain('Firm 1, One, was created.')
})
afterAll(() => data.remove())

const run = (...args: string[]) => runCommand(data, args)

async function file(content: string): Promise<string> {
  const name = path.join(data.folder, 'clients.csv')
  await writeFile(name, content)
  return name
}

test('a dry run, an import, a file with errors and incorrect usage each have their own exit code and output', async () => {
  const good = await file('Name,Number\nAcme,C-1\n')
  const dry = await run('import', 'client', good, '--dry-run')
  expect(dry).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(dry.output)).toMatchObject({ status: 'checked', new: 1 })
  const done = await run('import', 'client', good)
  expect(JSON.parse(done.output)).toMatchObject({ status: 'committed', new: 1 })
  const bad = await run('import', 'client', await file('Name,Number\n,C-2\n'))
  expect(bad.code).toBe(1)
  expect(bad.errors).toMatch(/row 2, Name: This field is required\. Fill in the cell\.\n.*Nothing was imported/)
  const empty = await run('import', 'client', await file(''))
  expect([empty.code, empty.errors.trim().split('\n').length]).toEqual([1, 1])
  expect(empty.errors).toContain('The file is empty.')
  expect(await run('import', 'inbox_item', good)).toMatchObject({
    code: 2,
    errors: expect.stringContaining('"inbox_item"'),
  })
  expect(await run('import', 'client', `${good}.none`)).toMatchObject({ code: 2 })
})
