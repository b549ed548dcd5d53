import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { type FilePart, partsOf } from './parts.ts'

/** A file whose bytes come in chunks of these lengths. */
function chunked(...lengths: number[]) {
  const whole = Buffer.from(
    'abcdefghijklmnopqrstuvwxyz'.slice(
      0,
      lengths.reduce((sum, length) => sum + length, 0),
    ),
  )
  const ends = lengths.map((_, index) => lengths.slice(0, index + 1).reduce((sum, length) => sum + length, 0))
  const chunks = ends.map((end, index) => whole.subarray(end - (lengths[index] ?? 0), end))
  return { ...fileOf('a.pdf', whole), open: () => chunks }
}

const textsOf = (parts: readonly FilePart[]) =>
  parts.map(({ index, start, bytes }) => `${index} ${start} ${bytes.toString()}`)

test.each([
  ['one chunk', [10]],
  ['chunks smaller than a piece', [3, 3, 3, 1]],
  ['chunks larger than a piece', [9, 1]],
  ['a byte at a time', [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
])('%s makes the same pieces, the last one shorter', async (_, lengths) => {
  const parts = await Array.fromAsync(partsOf(chunked(...lengths), { size: 4 }))
  expect(textsOf(parts)).toEqual(['0 0 abcd', '1 4 efgh', '2 8 ij'])
})

test('a file of whole pieces has no empty piece at its end, and an empty file has none', async () => {
  expect(textsOf(await Array.fromAsync(partsOf(chunked(8), { size: 4 })))).toEqual(['0 0 abcd', '1 4 efgh'])
  expect(await Array.fromAsync(partsOf(chunked(0), { size: 4 }))).toEqual([])
})

test('pieces that were sent before are read to check them, and not yielded', async () => {
  const parts = await Array.fromAsync(partsOf(chunked(3, 7), { size: 4, from: 2 }))
  expect(textsOf(parts)).toEqual(['2 8 ij'])
})

test('the last piece of damaged bytes is never yielded', async () => {
  const damaged = { ...chunked(10), open: () => [Buffer.from('abcdefghiX')] }
  const seen: FilePart[] = []
  await expect(async () => {
    for await (const part of partsOf(damaged, { size: 4 })) seen.push(part)
  }).rejects.toThrow('damaged')
  expect(seen).toEqual([])
})
