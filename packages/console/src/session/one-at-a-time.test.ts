import { beforeEach, expect, test, vi } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'
import { stubStorage } from './testing/browser.ts'

beforeEach(() => {
  vi.unstubAllGlobals()
  stubStorage()
  // As on plain HTTP, where there are no locks.
  vi.stubGlobal('navigator', {})
})

test('without locks, tabs coordinate through shared storage and run one after the other', async () => {
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

test('a tab closed midway delays the others only for a while', async () => {
  const gone = { owner: 'gone', until: Date.now() - 1 }
  localStorage.setItem('courtcrier.lease.refresh', JSON.stringify({ version: 1, value: gone }))
  expect(await oneAtATime('refresh', async () => 'done')).toBe('done')
})

test('a failed task lets the next one run', async () => {
  await expect(oneAtATime('refresh', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await oneAtATime('refresh', async () => 'done')).toBe('done')
})

test('without storage there is no one to wait for', async () => {
  vi.stubGlobal('localStorage', undefined)
  expect(await oneAtATime('refresh', async () => 'done')).toBe('done')
})
