import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const cli = path.join(import.meta.dirname, '..', 'cli.ts')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-import-'))
  const made = await run('firm', 'create', '--name', 'One', '--email', 'a@one.example', '--password', 'correct horse 1')
  expect(made.code, made.errors).toBe(0)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function run(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const env = { ...process.env, COURTCRIER_DATA: path.join(folder, 'data') }
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { env }, (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, output, errors }),
    )
  })
}

async function file(content: string): Promise<string> {
  const name = path.join(folder, 'clients.csv')
  await writeFile(name, content)
  return name
}

test('a dry run, an import, a file with errors and wrong use each have their exit code and their lines', async () => {
  const good = await file('Name,Number\nAcme,C-1\n')
  const dry = await run('import', 'client', good, '--dry-run')
  expect(dry).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(dry.output)).toMatchObject({ status: 'checked', new: 1 })
  const done = await run('import', 'client', good)
  expect(JSON.parse(done.output)).toMatchObject({ status: 'committed', new: 1 })
  const bad = await run('import', 'client', await file('Name,Number\n,C-2\n'))
  expect(bad.code).toBe(1)
  expect(bad.errors).toMatch(/row 2, Name: This field is required\. Fill the cell in\.\n.*Nothing was imported/)
  const empty = await run('import', 'client', await file(''))
  expect([empty.code, empty.errors.trim().split('\n').length]).toEqual([1, 1])
  expect(empty.errors).toContain('The file is empty.')
  expect(await run('import', 'inbox_item', good)).toMatchObject({
    code: 2,
    errors: expect.stringContaining('"inbox_item"'),
  })
  expect(await run('import', 'client', `${good}.none`)).toMatchObject({ code: 2 })
})
