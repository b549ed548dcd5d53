import { beforeEach, expect, test } from 'vitest'
import { dismissNotice, getNotices, lifetimeOf, notify, undoLast } from './notices.ts'

beforeEach(() => {
  for (const { id } of getNotices()) dismissNotice(id)
})

test('a notice without colour is information, one without text is empty', () => {
  notify({})
  expect(getNotices()).toMatchObject([{ color: 'info', text: '' }])
})

test('a text that is queued already is not queued again, whatever its colour', () => {
  notify({ text: 'Saved.' })
  notify({ text: 'Saved.', color: 'error' })
  notify({ text: 'Deleted.' })
  expect(getNotices().map(({ text }) => text)).toEqual(['Saved.', 'Deleted.'])
})

test('a text can come again once it was shown', () => {
  notify({ text: 'Saved.' })
  dismissNotice(getNotices()[0]?.id ?? 0)
  expect(getNotices()).toEqual([])
  notify({ text: 'Saved.' })
  expect(getNotices()).toHaveLength(1)
})

test('notices go one by one, the first first', () => {
  notify({ text: 'one' })
  notify({ text: 'two' })
  dismissNotice(getNotices()[0]?.id ?? 0)
  expect(getNotices().map(({ text }) => text)).toEqual(['two'])
})

test('what can be undone is told each time, and the last of it is undone first', () => {
  const undone: string[] = []
  notify({ text: 'Ames is deleted.', undo: () => undone.push('first') })
  notify({ text: 'Ames is deleted.', undo: () => undone.push('second') })
  notify({ text: 'Something else.' })
  expect(getNotices()).toHaveLength(3)
  expect(undoLast()).toBe(true)
  expect(undone).toEqual(['second'])
  expect(getNotices().map(({ text }) => text)).toEqual(['Ames is deleted.', 'Something else.'])
  expect([undoLast(), undoLast()]).toEqual([true, false])
  expect(undone).toEqual(['second', 'first'])
})

test('what can be undone stands for ten seconds, everything else for five', () => {
  notify({ text: 'Saved.' })
  notify({ text: 'Deleted.', undo: () => {} })
  expect(getNotices().map(lifetimeOf)).toEqual([5000, 10_000])
})
