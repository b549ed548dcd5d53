import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageFullError } from '@courtcrier/lib/storage-error.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFetchJournal } from './fetch-journal.ts'

let folder: string
let whyNoDisk: string | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    whyNoDisk = String(error)
  }
})
afterEach(() => {
  if (whyNoDisk === undefined) execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

function fillDisk(): void {
  const file = openSync(join(folder, 'other'), 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096, 1))
  } catch {
    closeSync(file)
  }
}

test('an answer that arrives while the disk fills up is kept whole, and no other link is opened', async ({ skip }) => {
  if (whyNoDisk) skip(`No disk can be mounted here: ${whyNoDisk}`)
  const journal = openFetchJournal(folder, { minFreeBytes: 0 })
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
  if (whyNoDisk) skip(`No disk can be mounted here: ${whyNoDisk}`)
  const journal = openFetchJournal(folder, { minFreeBytes: 0 })
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
    rmSync(join(folder, 'other'))
    expect(journal.recoverFetch(key)).toBe('complete')
  }
})
