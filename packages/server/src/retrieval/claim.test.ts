import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openClaims } from './claim.ts'

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>()
  return { ...original, linkSync: vi.fn(original.linkSync) }
})

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'claims-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

test.each(['EPERM', 'ENOTSUP', 'ENOSYS'])('without hard links (%s), each claim is a file of its own', (code) => {
  const linkSync = vi.mocked(fs.linkSync).mockImplementation(() => {
    throw Object.assign(new Error(code), { code })
  })
  const claims = openClaims(folder, 60_000)
  const [path, activity] = [join(folder, 'x.claim'), join(folder, 'x.answers')]
  const release = claims.take(path, activity)
  expect(fs.readFileSync(path, 'utf8')).toContain(`"pid":${process.pid}`)
  release?.()
  expect(fs.existsSync(path)).toBe(false)
  expect(claims.take(path, activity)).toBeTypeOf('function')
  expect(linkSync).toHaveBeenCalledOnce()
})

test('other disk errors are thrown and not mistaken for a claim', () => {
  vi.mocked(fs.linkSync).mockImplementation(() => {
    throw Object.assign(new Error('the disk failed'), { code: 'EIO' })
  })
  expect(() => openClaims(folder, 60_000).take(join(folder, 'x.claim'), join(folder, 'x'))).toThrow('the disk failed')
})
