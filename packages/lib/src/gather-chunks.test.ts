import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { gatherChunks } from './gather-chunks.ts'

async function piecesOf(chunks: readonly string[], size: number): Promise<string[]> {
  const pieces: string[] = []
  const gather = gatherChunks(size)
  gather.on('data', (piece: Buffer) => pieces.push(String(piece)))
  for (const chunk of chunks) gather.write(Buffer.from(chunk))
  gather.end()
  await once(gather, 'end')
  return pieces
}

describe('gathered chunks', () => {
  const cases: readonly [string, readonly string[], readonly string[]][] = [
    ['small ones become pieces of the size', ['ab', 'cd', 'ef', 'gh'], ['abcd', 'efgh']],
    ['what is left at the end is handed on', ['ab', 'cd', 'e'], ['abcd', 'e']],
    ['a large one is not divided', ['a', 'bcdefghij'], ['abcdefghij']],
    ['nothing stays nothing', [], []],
  ]
  test.each(cases)('%s', async (_name, chunks, expected) => {
    expect(await piecesOf(chunks, 4)).toEqual(expected)
  })
})
