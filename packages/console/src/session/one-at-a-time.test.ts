import { beforeEach, expect, test, vi } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'
import { stubStorage } from './testing/browser.ts'

beforeEach(() => {
  vi.unstubAllGlobals()
  stubStorage()
  // As on plain HTTP: no locks.
  vi.stubGlobal('navigator', {})
})

test('without locks, tabs agree by the storage that they share: one runs after the other', async () => {
  const log: string[] = []
  const task = (name: string) => async () => {
    log.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 30))
    log.push(`${name} ends`)
    return name
  }
  const done = await Promise.all(['a', 'b', 'c'].map((name) => oneAtATime('refresh', task(name))))
  expect(done).toEqual(['a', 'b', 'c'])
  for (let at = 0; at < log.length; at += 2) expect(log[at + 1]).toBe(log[at]?.replace('begins', 'ends'))
  expect(localStorage.getItem('courtcrier.lease.refresh')).toBeNull()
})

test('a tab that was closed in the middle holds the others up for a while only', async () => {
  const gone = { owner: 'gone', until: Date.now() - 1 }
  localStorage.setItem('courtcrier.lease.refresh', JSON.stringify({ version: 1, value: gone }))
  expect(await oneAtATime('refresh', async () => 'done')).toBe('done')
})

test('what fails gives the turn to the next', async () => {
  await expect(oneAtATime('refresh', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await oneAtATime('refresh', async () => 'done')).toBe('done')
})

test('without storage there is nobody to wait for', async () => {
  vi.stubGlobal('localStorage', undefined)
  expect(await oneAtATime('refresh', async () => 'done')).toBe('done')
})
