import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const cli = path.join(import.meta.dirname, '..', 'cli.ts')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-domains-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function run(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const env = { ...process.env, COURTCRIER_DATA: path.join(folder, 'data') }
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, 'firm', ...args], { env }, (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, output, errors }),
    )
  })
}

function create(name: string, ...args: string[]) {
  return run('create', '--name', name, '--email', `a@${name}.example`, '--password', 'correct horse 1', ...args)
}

test('the operator gives domains with a new firm and later, and what one firm has no other firm gets', async () => {
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
