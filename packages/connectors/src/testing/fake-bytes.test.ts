import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { bufferOf, cut, digestOf, type FakeBytes, fakeBytes, indexIn, joined, openFakeSpool } from './fake-bytes.ts'

const spool = openFakeSpool()
afterEach(() => {
  spool.close()
  vi.unstubAllEnvs()
})

const large = Buffer.from(Array.from({ length: 3_000_000 }, (_, n) => n % 251))

async function* inChunks(content: Buffer, size = 65_536) {
  for (let at = 0; at < content.byteLength; at += size) yield content.subarray(at, at + size)
}

function isOnDisk({ parts }: FakeBytes): boolean {
  return parts.some((part) => !(part instanceof Uint8Array))
}

test('a small body stays in memory, and a large one goes to a file that leaves nothing behind', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courtcrier-spool-'))
  vi.stubEnv('TMPDIR', folder)
  expect(isOnDisk(await spool.take(inChunks(Buffer.from('small'))))).toBe(false)
  expect(isOnDisk(await spool.take(inChunks(large)))).toBe(true)
  expect(readdirSync(folder)).toEqual([])
  rmdirSync(folder)
})

test('two large bodies that come at once are read as they were', async () => {
  const other = Buffer.alloc(2_500_000, 'another ')
  const [one, two] = await Promise.all([spool.take(inChunks(large)), spool.take(inChunks(other, 10_000))])
  expect(bufferOf(one).equals(large)).toBe(true)
  expect(bufferOf(two).equals(other)).toBe(true)
  expect(digestOf(two, 'sha1')).toEqual(digestOf(fakeBytes(other), 'sha1'))
})

test('bytes on disk and in memory are joined and cut like any others', async () => {
  const both = joined([fakeBytes('head'), await spool.take(inChunks(large)), fakeBytes('tail')])
  const whole = Buffer.concat([Buffer.from('head'), large, Buffer.from('tail')])
  expect(both.byteLength).toBe(whole.byteLength)
  for (const [from, to] of [
    [0, 4],
    [2, 300_000],
    [262_140, 262_150],
    [whole.byteLength - 6, whole.byteLength],
  ] as const)
    expect(bufferOf(cut(both, from, to)).equals(whole.subarray(from, to))).toBe(true)
  expect(cut(both, whole.byteLength - 4).toString()).toBe('tail')
})

test.each([0, 262_140, 262_144, 700_000])('a text at %d is found, also where two pieces meet', async (at) => {
  const content = Buffer.alloc(1_200_000, 'x')
  content.write('--boundary', at)
  const bytes = await spool.take(inChunks(content))
  expect(indexIn(bytes, '--boundary')).toBe(at)
  expect(indexIn(bytes, '--boundary', at + 1)).toBe(-1)
})
