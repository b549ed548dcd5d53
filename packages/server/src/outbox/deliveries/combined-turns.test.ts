import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type BlobStore, openBlobStore } from '@courtcrier/lib/blob-store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePdf } from '../../retrieval/local-court.fixture.ts'
import { type Combining, combineDocuments, type PartDocument } from './combined-pdf.ts'

let folder: string
let blobs: BlobStore
let documents: readonly PartDocument[]

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-combined-'))
  blobs = await openBlobStore(folder)
  const { sha256: fileId, size } = await blobs.put(await makePdf(2))
  documents = [{ number: '1', title: 'Order', fileId, size, sealed: false, sentence: null }]
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('someone who has many filings combined at once keeps neither emails nor other people waiting', async () => {
  const ended: string[] = []
  const combine = async (heading: string, share: Combining['share']) => {
    await combineDocuments(blobs, { heading, documents, share })
    ended.push(heading)
  }
  const many = Array.from({ length: 12 }, () => combine('many', { firmId: 1, userId: 'one' }))
  const others = [
    combine('email', { firmId: 2 }),
    combine('colleague', { firmId: 1, userId: 'two' }),
    combine('other firm', { firmId: 2, userId: 'three' }),
  ]
  await Promise.all([...many, ...others])
  for (const heading of ['email', 'colleague', 'other firm']) expect(ended.indexOf(heading)).toBeLessThan(7)
})
