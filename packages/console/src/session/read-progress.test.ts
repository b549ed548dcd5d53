import { expect, test } from 'vitest'
import { readLines } from './read-progress.ts'

test('lines are read whole, wherever the parts of a response end', async () => {
  const bytes = new TextEncoder().encode('{"a":"é"}\n{"b":2}\n\n{"c":3}')
  for (let size = 1; size <= bytes.length; size += 1) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.slice(n * size, (n + 1) * size),
    )
    const body = new ReadableStream({
      start: (controller) => {
        for (const part of parts) controller.enqueue(part)
        controller.close()
      },
    })
    expect(await Array.fromAsync(readLines(new Response(body)))).toEqual(['{"a":"é"}', '{"b":2}', '{"c":3}'])
  }
})
