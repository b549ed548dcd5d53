import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StorageFullError } from '@courtcrier/lib/storage-error.ts'
import { expect, test } from 'vitest'
import { holdSmallDiskPerTest } from '../testing/small-disk.fixture.ts'
import { openFetchJournal } from './fetch-journal.ts'

const disk = holdSmallDiskPerTest()

function fillDisk(): void {
  const file = openSync(join(disk.folder, 'other'), 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096, 1))
  } catch {
    closeSync(file)
  }
}

test('an answer that arrives while the disk fills up is kept whole, and no other link is opened', async ({ skip }) => {
  if (disk.whyNot) skip(disk.whyNot)
  const journal = openFetchJournal(disk.folder, { minFreeBytes: 0 })
  const body = Buffer.alloc(3_000_000, 'a document')
  await journal.withClaim('one', async (entry) => {
    const writer = entry.begin('https://ecf.cand.uscourts.gov/doc1/035')
    fillDisk()
    writer.head(200, { 'content-type': 'application/pdf' })
    writer.chunk(body)
    writer.end({ isComplete: true })
    const [{ state, answer } = {}] = entry.exchanges()
    expect(state).toBe('complete')
    expect(Buffer.from(answer?.body ?? []).equals(body)).toBe(true)
  })
  fillDisk()
  const another = journal.withClaim('two', async (entry) => entry.begin('https://ecf.cand.uscourts.gov/doc1/036'))
  await expect(another).rejects.toThrow(StorageFullError)
})

test('the room is taken again once there is some', async ({ skip }) => {
  if (disk.whyNot) skip(disk.whyNot)
  const journal = openFetchJournal(disk.folder, { minFreeBytes: 0 })
  const request = (key: string, use: () => void) =>
    journal.withClaim(key, async (entry) => {
      const writer = entry.begin('https://ecf.cand.uscourts.gov/doc1/035')
      use()
      writer.head(200, {})
      writer.chunk(Buffer.alloc(1_000_000, 1))
      writer.end({ isComplete: true })
    })
  for (const key of ['one', 'two']) {
    await request(key, fillDisk)
    rmSync(join(disk.folder, 'other'))
    expect(journal.recoverFetch(key)).toBe('complete')
  }
})
