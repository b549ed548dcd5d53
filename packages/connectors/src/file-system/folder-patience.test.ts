import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Connector, Stored } from '../connector.ts'
import { openFolderPatience } from './folder-patience.ts'

const usual = { pace: { partMs: 200, leastRate: 1_000_000 }, mostTogether: 2, mostOfAll: 3 }
const silent = { problem: 'transient', isUnanswered: true, sentence: expect.stringMatching(/doesn't answer/) }
const stored: Stored = { wasThere: false }
const file = {
  path: 'a.pdf',
  idempotencyKey: 'a',
  attempt: 1,
  sha256: '0'.repeat(64),
  size: 1,
  open: () => [],
  properties: {},
}

/** Answers for what hangs. */
let answers: (() => void)[]
beforeEach(() => {
  answers = []
})
const answerAll = () => {
  for (const answer of answers.splice(0)) answer()
}
afterEach(answerAll)

const untilAnswered = (folder: Pick<Connector, 'exists'>) =>
  vi.waitFor(async () => expect(await folder.exists('a.pdf')).toEqual({ exists: true }), 60_000)

/** A folder whose \`put\` hangs and whose other calls answer. */
function hangingFolder(): Connector & { put: ReturnType<typeof vi.fn<Connector['put']>> } {
  return {
    put: vi.fn(() => new Promise<Stored>((resolve) => answers.push(() => resolve(stored)))),
    ensureFolder: async () => ({ ready: true, made: false }),
    exists: async () => ({ exists: true }),
    link: () => undefined,
    check: async () => [],
  }
}

test('a call that is not answered ends with a problem, and the folder is asked nothing until it is', async () => {
  const hung = hangingFolder()
  const folder = openFolderPatience(usual).of('/a', hung)
  expect(await folder.put(file)).toEqual(silent)
  expect(await folder.exists('a.pdf')).toEqual(silent)
  expect(await folder.check()).toEqual(
    expect.arrayContaining([
      { step: 'connect', state: 'failed', sentence: silent.sentence },
      { step: 'delete', state: 'skipped', sentence: expect.any(String) },
    ]),
  )
  expect(hung.put).toHaveBeenCalledTimes(1)
  answerAll()
  await untilAnswered(folder)
  // Of a size that takes a minute, however long the machine takes to answer for it here.
  const again = folder.put({ ...file, size: 60_000_000 })
  await vi.waitFor(() => expect(answers).toHaveLength(1), 60_000)
  answerAll()
  expect(await again).toEqual(stored)
})

test('what waits behind calls that are not answered is given up with them, and not made later', async () => {
  const hung = hangingFolder()
  const folder = openFolderPatience(usual).of('/a', hung)
  const results = await Promise.all(Array.from({ length: 10 }, () => folder.put(file)))
  expect(results).toEqual(Array(10).fill(silent))
  answerAll()
  await untilAnswered(folder)
  expect(hung.put).toHaveBeenCalledTimes(usual.mostTogether)
})

test('another folder is asked meanwhile', async () => {
  const patience = openFolderPatience(usual)
  const hung = patience.of('/a', hangingFolder())
  const other = patience.of('/b', { ...hangingFolder(), put: async () => stored })
  const waiting = [hung.put(file), hung.put(file), hung.put(file)]
  expect(await other.put(file)).toEqual(stored)
  await Promise.all(waiting)
  expect(await other.put(file)).toEqual(stored)
})

test('a folder opened anew, as for a changed credential, is known not to answer', async () => {
  const patience = openFolderPatience(usual)
  await patience.of('/a', hangingFolder()).put(file)
  expect(await patience.of('/a', hangingFolder()).exists('a.pdf')).toEqual(silent)
})

test('a call that fails is passed on, and the folder goes on being asked', async () => {
  const failing = { ...hangingFolder(), put: async () => Promise.reject(new Error('broken')) }
  const folder = openFolderPatience(usual).of('/a', failing)
  await expect(folder.put(file)).rejects.toThrow('broken')
  expect(await folder.exists('a.pdf')).toEqual({ exists: true })
})

test('a large file gets the time its bytes take', async () => {
  const folder = openFolderPatience({ ...usual, pace: { partMs: 1, leastRate: 1 } }).of('/a', hangingFolder())
  const put = folder.put({ ...file, size: 1_000_000 })
  await vi.waitFor(() => expect(answers).toHaveLength(1), 60_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  answerAll()
  expect(await put).toEqual(stored)
})
