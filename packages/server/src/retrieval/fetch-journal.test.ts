import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageFullError } from '@courtcrier/lib/storage-error.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FetchJournal, journalKey, openFetchJournal } from './fetch-journal.ts'
import { districtLink } from './local-court.fixture.ts'

let folder: string
let journal: FetchJournal
const key = journalKey(districtLink('1'))
const url = 'https://ecf.cand.uscourts.gov/doc1/035123515598'

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'))
  journal = openFetchJournal(folder, { minFreeBytes: 0 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const answers = () => join(folder, 'fetching', `${key}.answers`)
const claim = () => join(folder, 'fetching', `${key}.claim`)

function note(chunks: readonly string[], end = true): Promise<unknown> {
  return journal.withClaim(key, async (entry) => {
    const writer = entry.begin(url)
    writer.head(200, { 'content-type': 'application/pdf' })
    for (const chunk of chunks) writer.chunk(Buffer.from(chunk))
    if (end) writer.end({ isComplete: true })
  })
}

function exchanges() {
  return journal.withClaim(key, async (entry) => entry.exchanges())
}

test('an answer is returned as recorded', async () => {
  expect(journal.recoverFetch(key)).toBe('none')
  await note(['%PDF', '-1.4', ' the end'])
  expect(journal.recoverFetch(key)).toBe('complete')
  expect(await exchanges()).toEqual([
    {
      url,
      state: 'complete',
      answer: {
        url,
        status: 200,
        headers: { 'content-type': 'application/pdf' },
        body: Buffer.from('%PDF-1.4 the end'),
        isComplete: true,
      },
    },
  ])
})

test('an answer without its end mark is interrupted, unless it has its announced length', async () => {
  await note(['%PDF'], false)
  expect(journal.recoverFetch(key)).toBe('interrupted')
  await journal.withClaim(key, async (entry) => {
    const writer = entry.begin(url)
    writer.head(200, { 'content-length': '4' })
    writer.chunk(Buffer.from('%PDF'))
  })
  expect(journal.recoverFetch(key)).toBe('complete')
})

test('a journal torn at any length is read without error and can be continued', async () => {
  await note(['first chunk', 'second chunk'])
  const whole = readFileSync(answers())
  for (let length = whole.byteLength - 1; length >= 0; length--) {
    writeFileSync(answers(), whole.subarray(0, length))
    expect(['none', 'interrupted']).toContain(journal.recoverFetch(key))
    await note(['again'])
    const found = await exchanges()
    expect(found === 'busy' ? [] : found.at(-1)?.answer?.body.toString()).toBe('again')
  }
})

test('a torn chunk counts as far as it goes', async () => {
  await note(['0123456789'], false)
  truncateSync(answers(), statSync(answers()).size - 4)
  const found = await exchanges()
  expect(found === 'busy' ? [] : found[0]?.answer?.body.toString()).toBe('012345')
})

test('forgotten links are deleted', async () => {
  await note(['x'])
  journal.forget([key, 'never-there'])
  expect(journal.recoverFetch(key)).toBe('none')
  expect(readdirSync(join(folder, 'fetching')).filter((name) => !/^owner-|^reserve$/.test(name))).toEqual([])
})

test("the second of two concurrent users of a link waits and then sees the first one's answer", async () => {
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const first = journal.withClaim(key, async (entry) => {
    await gate.promise
    entry.begin(url).head(200, {})
    order.push('first')
  })
  const second = journal.withClaim(key, async (entry) => {
    order.push('second')
    return entry.exchanges().length
  })
  gate.resolve()
  await first
  expect(await second).toBe(1)
  expect(order).toEqual(['first', 'second'])
})

test('a link held by another living process is busy', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  try {
    writeFileSync(claim(), JSON.stringify({ host: hostname(), pid: other.pid, id: 'x' }))
    expect(await note(['x'])).toBe('busy')
    other.kill('SIGKILL')
    await once(other, 'exit')
    expect(await note(['x'])).toBeUndefined()
  } finally {
    other.kill('SIGKILL')
  }
})

test.each([
  ['our own dead predecessor', { host: hostname(), pid: process.pid, id: 'x' }],
  ['a process that is gone', { host: hostname(), pid: 2 ** 22 - 1, id: 'x' }],
])('the claim of %s is taken over', async (_who, owner) => {
  writeFileSync(claim(), JSON.stringify(owner))
  expect(await note(['x'])).toBeUndefined()
  expect(existsSync(claim())).toBe(false)
})

test('a claim from another machine holds until nothing has been written for long enough', async () => {
  writeFileSync(claim(), JSON.stringify({ host: 'elsewhere', pid: 1, id: 'x' }))
  expect(await note(['x'])).toBe('busy')
  const old = new Date(Date.now() - 7 * 60 * 1000)
  utimesSync(claim(), old, old)
  expect(await note(['x'])).toBeUndefined()
})

test('a claim whose owner died while writing it is taken over', async () => {
  writeFileSync(claim(), '')
  expect(await note(['x'])).toBeUndefined()
})

test("a process's claims are links to one file, which stays fresh and is recreated if deleted", async () => {
  const fetching = join(folder, 'fetching')
  const owner = () => join(fetching, readdirSync(fetching).find((name) => name.startsWith('owner-')) ?? 'none')
  const inClaim = <T>(look: () => T) => journal.withClaim(key, async () => look())
  expect(await inClaim(() => statSync(claim()).ino)).toBe(statSync(owner()).ino)
  expect(JSON.parse(readFileSync(owner(), 'utf8'))).toMatchObject({ host: hostname(), pid: process.pid })
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5 * 60_000)
  const age = () => Math.abs(statSync(claim()).mtimeMs - Date.now())
  expect(await inClaim(age)).toBeLessThan(1000)
  now.mockRestore()
  rmSync(owner())
  expect(await inClaim(() => existsSync(claim()))).toBe(true)
  expect(await inClaim(() => statSync(claim()).ino)).toBe(statSync(owner()).ino)
})

test('the claim is released when the work fails', async () => {
  await expect(journal.withClaim(key, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(readdirSync(join(folder, 'fetching')).filter((name) => !/^owner-|^reserve$/.test(name))).toEqual([])
})

test('no request is started while the disk has too little space', async () => {
  const careful = openFetchJournal(folder, { minFreeBytes: Number.MAX_SAFE_INTEGER })
  await expect(careful.withClaim(key, async (entry) => entry.begin(url))).rejects.toThrow(StorageFullError)
  expect(careful.recoverFetch(key)).toBe('none')
})

test('the sweep deletes old answers and leaves the rest', async () => {
  await note(['x'])
  appendFileSync(join(folder, 'fetching', 'old.answers'), '')
  const old = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000)
  utimesSync(join(folder, 'fetching', 'old.answers'), old, old)
  expect(journal.sweep(35 * 24 * 60 * 60 * 1000)).toBe(1)
  expect(journal.recoverFetch(key)).toBe('complete')
})

test('links differ by court, document and token, but not by the order of their parameters', () => {
  const link = districtLink('1')
  const others = [
    districtLink('2'),
    districtLink('1', '035023515599'),
    districtLink('1', '035023515598', 'ecf.nysd.uscourts.gov'),
  ]
  expect(new Set([link, ...others].map(journalKey)).size).toBe(4)
  expect(
    journalKey({ ...link, url: 'https://ecf.cand.uscourts.gov/doc1/035023515598?magic_num=1&caseid=417880' }),
  ).toBe(key)
})

test('links that differ in their token, or without one anywhere in their address, have different keys', () => {
  const link = (url: string, token?: string) => ({
    url,
    host: 'bankruptcynotices.uscourts.gov',
    ...(token && { token }),
  })
  const names = [
    link('https://bankruptcynotices.uscourts.gov/notice?id=abc'),
    link('https://bankruptcynotices.uscourts.gov/notice?id=def'),
    link('https://bankruptcynotices.uscourts.gov/notice/abc'),
    link('https://bankruptcynotices.uscourts.gov/notice/abc', 'abc'),
  ].map(journalKey)
  expect(new Set(names).size).toBe(4)
})
