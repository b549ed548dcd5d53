import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openBucket } from './bucket.ts'

test('a service is told to write an object only where nothing is, in one piece and in parts', async () => {
  const inputs: Record<string, unknown>[] = []
  const client = {
    send: async ({ input }: { input: Record<string, unknown> }) => {
      inputs.push(input)
      return {}
    },
  }
  const bucket = openBucket(client as unknown as S3Client, 'firm')
  const written = { sha256: 'ab', writer: 'copy', type: 'application/pdf', properties: {}, size: 1 }
  await bucket.put('a.pdf', () => Readable.from(['x']), written)
  await bucket.complete('b.pdf', 'upload', [])
  expect(inputs).toMatchObject([
    { Key: 'a.pdf', IfNoneMatch: '*' },
    { Key: 'b.pdf', IfNoneMatch: '*' },
  ])
})
