import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { openSftpAt, shownHostKey } from '../testing/sftp-bench.ts'
import { startSftpServer } from '../testing/sftp-server.ts'
import type { Sftp } from './session.ts'
import { openPlace } from './sftp-place.ts'

/** The server denies everything within one folder, and follows no link. */
let folder: string
let server: Awaited<ReturnType<typeof startSftpServer>>
let hostKey: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-denied-sftp-'))
  await mkdir(path.join(folder, 'Elsewhere/Firm'), { recursive: true })
  await mkdir(path.join(folder, 'Walled'))
  await symlink('Elsewhere', path.join(folder, 'Link'))
  server = await startSftpServer(folder, { denied: 'Walled' })
  hostKey = await shownHostKey(server.port)
})
afterEach(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const open = (more: { folderId?: string } = {}) => openSftpAt(server.port, { hostKey, password: 'right', ...more })

test('a folder in which the account may do nothing concerns its own copies only', async () => {
  const denied = { problem: 'transient', sentence: expect.stringMatching(/may not do this at ".*Walled.*the right/) }
  expect(await open().ensureFolder('Walled/Motions')).toEqual(denied)
  expect(await open().put(fileOf('Walled/a.pdf', 'x'))).toEqual(denied)
  expect(await open().put(fileOf('b.pdf', 'x'))).toEqual({ wasThere: false })
})

test('a root that the account doesn’t see is a matter of the credential', async () => {
  const hidden = { problem: 'auth', sentence: 'The account doesn\'t see the folder "./Walled/Firm".' }
  expect(await open({ folderId: 'Walled/Firm' }).put(fileOf('a.pdf', 'x'))).toEqual(hidden)
  const [connect] = await open({ folderId: 'Walled/Firm' }).check()
  expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining(hidden.sentence) })
})

test('a root may be a link to a folder, and not to a file', async () => {
  expect((await open({ folderId: 'Link' }).check())[0]).toMatchObject({ step: 'connect', state: 'ok' })
  await writeFile(path.join(folder, 'Elsewhere/a.pdf'), 'x')
  await symlink('Elsewhere/a.pdf', path.join(folder, 'File'))
  expect((await open({ folderId: 'File' }).check())[0]).toMatchObject({ step: 'connect', state: 'failed' })
})

test('below the root, a link is no folder, and neither is a file', async () => {
  await writeFile(path.join(folder, 'File'), 'x')
  for (const name of ['Link', 'File'])
    expect(await open().ensureFolder(name)).toMatchObject({
      problem: 'rejected',
      sentence: `"${name}" can't be a folder: a file has that name.`,
    })
})

test('nothing is saved, made or found behind a link below the root, though a server follows it', async () => {
  const outside = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-outside-sftp-'))
  await writeFile(path.join(outside, 'there.pdf'), 'x')
  await mkdir(path.join(folder, 'Firm'))
  await symlink(outside, path.join(folder, 'Firm/Link'))
  await symlink('Firm', path.join(folder, 'Root'))
  const follower = await startSftpServer(folder, { followsLinks: true })
  const at = { hostKey: await shownHostKey(follower.port), password: 'right' }
  const connector = openSftpAt(follower.port, at)
  const refused = (name: string) => ({
    problem: 'rejected',
    sentence: `"${name}" leads out of the storage folder, so nothing was saved there.`,
  })
  for (const name of ['Firm/Link/Sub', 'Firm/Link/Sub/Motions'])
    expect(await connector.ensureFolder(name)).toEqual(refused(name))
  expect(await connector.put(fileOf('Firm/Link/a.pdf', 'x'))).toEqual(refused('Firm/Link/a.pdf'))
  expect(await connector.put(fileOf('Firm/Link/there.pdf', 'x'))).toEqual(refused('Firm/Link/there.pdf'))
  expect(await connector.exists('Firm/Link/there.pdf')).toEqual(refused('Firm/Link/there.pdf'))
  expect(await readdir(outside)).toEqual(['there.pdf'])
  // The root may be a link, and what lies beside one is no matter.
  const root = openSftpAt(follower.port, { ...at, folderId: 'Root' })
  expect(await root.ensureFolder('Motions')).toEqual({ ready: true, made: true })
  expect(await root.put(fileOf('Motions/b.pdf', 'x'))).toEqual({ wasThere: false })
  await follower.stop()
  await rm(outside, { recursive: true, force: true })
})

test('a file is never renamed over another, though some servers would replace it', async () => {
  const renamed: string[] = []
  const there = { isDirectory: () => false, isSymbolicLink: () => false, size: 1 }
  const server = {
    lstat: (_path: string, done: (error: undefined, found: typeof there) => void) => done(undefined, there),
    rename: (_from: string, to: string, done: () => void) => {
      renamed.push(to)
      done()
    },
  }
  const place = openPlace((work) => work(server as unknown as Sftp, new AbortController().signal), '.')
  expect(await place.move('a.tmp', 'a.pdf')).toBe(false)
  expect(renamed).toEqual([])
})
