import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'
import { dismissNotice, getNotices } from './notices.ts'

beforeEach(() => {
  for (const { id } of getNotices()) dismissNotice(id)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a text is copied, and who copies it says so', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } })
  expect(await copyText('a path')).toBe(true)
  expect(copied).toEqual(['a path'])
  expect(getNotices()).toEqual([])
})

/** A page in which the older way is refused as well. */
const refusing = {
  activeElement: null,
  body: { append: () => undefined },
  createElement: () => ({ style: {}, setAttribute: () => undefined, select: () => undefined, remove: () => undefined }),
  execCommand: () => false,
}

test.each([
  ['has no clipboard for pages at unencrypted addresses', {}],
  ['refuses it', { clipboard: { writeText: () => Promise.reject(new Error('NotAllowedError')) } }],
])('a browser that %s copies nothing, and that is told', async (_, browser) => {
  vi.stubGlobal('navigator', browser)
  vi.stubGlobal('document', refusing)
  vi.stubGlobal('HTMLElement', Object)
  expect(await copyText('a path')).toBe(false)
  expect(getNotices()).toMatchObject([{ color: 'warning', text: 'copying.refused' }])
})
