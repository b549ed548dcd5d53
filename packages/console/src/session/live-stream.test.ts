import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOf, showsAny } from './live-stream.ts'

const text =
  ': open\n\ndata: {"entity":"inbox_item","ids":["ü1"]}\n\n: still here\r\n\r\ndata: nonsense\n\ndata: {"entity":"case","ids":[]}\n\n'

test('changes are read however the stream is split, and comments and nonsense are skipped', async () => {
  const bytes = new TextEncoder().encode(text)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 8 }), async (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const parts = edges.slice(1).map((end, index) => bytes.slice(edges[index], end))
      const found = []
      for await (const change of changesOf(streamOf(parts))) found.push(change)
      expect(found).toEqual([
        { entity: 'inbox_item', ids: ['ü1'] },
        { entity: 'case', ids: [] },
      ])
    }),
    { numRuns: 60 },
  )
})

function streamOf(parts: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

test('a query that shows rows of other entities is repeated as well', () => {
  const query = { queryKey: ['inbox_item', 'view', 'x'], meta: { shows: ['document_copy'] } }
  expect(showsAny(query, new Set(['document_copy']))).toBe(true)
  expect(showsAny(query, new Set(['judge', 'inbox_item']))).toBe(true)
  expect(showsAny(query, new Set(['judge']))).toBe(false)
  expect(showsAny({ queryKey: ['dashboard'], meta: undefined }, new Set(['inbox_item']))).toBe(false)
})
