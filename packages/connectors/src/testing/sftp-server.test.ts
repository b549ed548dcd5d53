import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import Client from 'ssh2-sftp-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSftpServer } from './sftp-server.ts'

let home: string
let server: Awaited<ReturnType<typeof startSftpServer>>
const client = new Client()
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-sftp-server-'))
  const folder = path.join(home, 'served')
  await mkdir(folder)
  await writeFile(path.join(home, 'secret.txt'), 'secret')
  await symlink(home, path.join(folder, 'out'))
  await symlink(path.join(home, 'secret.txt'), path.join(folder, 'secret'))
  server = await startSftpServer(folder)
  await client.connect({ host: '127.0.0.1', port: server.port, username: 'courtcrier', password: 'right' })
})
afterAll(async () => {
  await client.end()
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

test.each(['out/secret.txt', 'secret'])('a link out of the folder is neither read nor written: %s', async (name) => {
  await expect(client.get(name)).rejects.toThrow()
  await expect(client.put(Buffer.from('changed'), name)).rejects.toThrow()
  expect(await readFile(path.join(home, 'secret.txt'), 'utf8')).toBe('secret')
})

test('two dots lead no higher than the root of the folder', async () => {
  await expect(client.get('/../secret.txt')).rejects.toThrow()
  await client.put(Buffer.from('within'), '/../../secret.txt')
  expect(await readFile(path.join(home, 'secret.txt'), 'utf8')).toBe('secret')
  expect(await readFile(path.join(home, 'served', 'secret.txt'), 'utf8')).toBe('within')
})

test('a folder that is a link is not listed', async () => {
  await expect(client.list('out')).rejects.toThrow()
})

test('a rename replaces neither an existing file nor an existing folder', async () => {
  for (const name of ['one', 'two']) {
    await client.put(Buffer.from(name), `${name}.txt`)
    await client.mkdir(`folder ${name}`)
  }
  await expect(client.rename('one.txt', 'two.txt')).rejects.toThrow()
  await expect(client.rename('folder one', 'folder two')).rejects.toThrow()
  expect(String(await client.get('two.txt'))).toBe('two')
  await client.rename('folder one', 'folder three')
  await client.rename('one.txt', 'folder three/one.txt')
  expect(String(await client.get('folder three/one.txt'))).toBe('one')
})

test('a folder with more names than fit in one response is listed completely', async () => {
  await client.mkdir('many')
  const names = Array.from({ length: 150 }, (_, n) => `${n}.txt`)
  await Promise.all(names.map((name) => writeFile(path.join(home, 'served', 'many', name), name)))
  const listed = await client.list('many')
  expect(listed.map(({ name }) => name).sort()).toEqual(names.sort())
  expect(listed.every(({ name, size }) => size === name.length)).toBe(true)
})
