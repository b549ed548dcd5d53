import * as fs from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openClaims } from './claim.ts'

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>()
  return { ...original, linkSync: vi.fn(original.linkSync), renameSync: vi.fn(original.renameSync) }
})

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'claims-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('a claim that a third process makes while another one’s is put back stands, and neither is an error', async () => {
  const { renameSync } = await vi.importActual<typeof import('node:fs')>('node:fs')
  const path = join(folder, 'x.claim')
  fs.writeFileSync(path, claimOf('dead'))
  vi.mocked(fs.renameSync).mockImplementationOnce((from, to) => {
    fs.writeFileSync(from, claimOf('second'))
    renameSync(from, to)
    fs.writeFileSync(from, claimOf('third'))
  })
  expect(openClaims(folder, 60_000).take(path, join(folder, 'x'))).toBeUndefined()
  expect(fs.readFileSync(path, 'utf8')).toBe(claimOf('third'))
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('x.claim.'))).toEqual([])
})

test('a claim that another process made meanwhile is put back without hard links, too', async () => {
  const { renameSync } = await vi.importActual<typeof import('node:fs')>('node:fs')
  vi.mocked(fs.linkSync).mockImplementation(() => {
    throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
  })
  const path = join(folder, 'x.claim')
  fs.writeFileSync(path, claimOf('dead'))
  vi.mocked(fs.renameSync).mockImplementationOnce((from, to) => {
    fs.writeFileSync(from, claimOf('second'))
    renameSync(from, to)
  })
  expect(openClaims(folder, 60_000).take(path, join(folder, 'x'))).toBeUndefined()
  expect(fs.readFileSync(path, 'utf8')).toBe(claimOf('second'))
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('x.claim.'))).toEqual([])
})

test('a process that lost its claim while it stood still does not release the one that was made since', () => {
  const [path, activity] = [join(folder, 'x.claim'), join(folder, 'x.answers')]
  const [first, second, third] = [0, 1, 2].map(() => openClaims(folder, 60_000))
  const late = first?.take(path, activity)
  const release = second?.take(path, activity)
  expect(release).toBeTypeOf('function')
  const claim = fs.readFileSync(path, 'utf8')
  late?.()
  expect(fs.readFileSync(path, 'utf8')).toBe(claim)
  release?.()
  expect(third?.take(path, activity)).toBeTypeOf('function')
})

/** A claim by the process that had our ID before. */
const claimOf = (id: string) => JSON.stringify({ host: hostname(), pid: process.pid, id })

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
