import { beforeEach, expect, test } from 'vitest'
import { closeUndo, dismissNotice, getNotices, lifetimeOf, notify, shownOf, takeTurn, undoLast } from './notices.ts'

beforeEach(() => {
  for (const { id } of getNotices()) dismissNotice(id)
})

test('a notice without color is information, one without text is empty', () => {
  notify({})
  expect(getNotices()).toMatchObject([{ color: 'info', text: '' }])
})

test('a text already queued is not queued again, in any color', () => {
  notify({ text: 'Saved.' })
  notify({ text: 'Saved.', color: 'error' })
  notify({ text: 'Deleted.' })
  expect(getNotices().map(({ text }) => text)).toEqual(['Saved.', 'Deleted.'])
})

test('a text can be queued again once it was shown', () => {
  notify({ text: 'Saved.' })
  dismissNotice(getNotices()[0]?.id ?? 0)
  expect(getNotices()).toEqual([])
  notify({ text: 'Saved.' })
  expect(getNotices()).toHaveLength(1)
})

test('notices are dismissed one by one, the oldest first', () => {
  notify({ text: 'one' })
  notify({ text: 'two' })
  dismissNotice(getNotices()[0]?.id ?? 0)
  expect(getNotices().map(({ text }) => text)).toEqual(['two'])
})

test('every undoable change is announced, and the last one is undone first', () => {
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

test('what began last is undone first, also if the response to it came first', () => {
  const undone: string[] = []
  const [first, second] = [takeTurn(), takeTurn()]
  notify({ text: 'Archived.', undo: () => undone.push('second'), turn: second })
  notify({ text: 'Archived.', undo: () => undone.push('first'), turn: first })
  expect([undoLast(), undoLast()]).toEqual([true, true])
  expect(undone).toEqual(['second', 'first'])
})

test('a notice with undo stays for ten seconds, any other for five', () => {
  notify({ text: 'Saved.' })
  notify({ text: 'Deleted.', undo: () => {} })
  expect(getNotices().map(lifetimeOf)).toEqual([5000, 10_000])
})

test('notices are shown one at a time, and those that can be undone beside them', () => {
  const shown = () => shownOf(getNotices()).map(({ text }) => text)
  notify({ text: 'Saved.' })
  notify({ text: 'Copied.' })
  const archived = notify({ text: 'Archived.', undo: () => {} })
  expect(shown()).toEqual(['Saved.', 'Archived.'])
  closeUndo(archived, 'One person was notified.')
  expect(shown()).toEqual(['Saved.', 'One person was notified.'])
  dismissNotice(getNotices()[0]?.id ?? 0)
  expect(shown()).toEqual(['Copied.', 'One person was notified.'])
})

test('of many notices with an undo three are shown, the oldest first', () => {
  for (const n of [1, 2, 3, 4]) notify({ text: `Archived ${n}.`, undo: () => {} })
  expect(shownOf(getNotices()).map(({ text }) => text)).toEqual(['Archived 1.', 'Archived 2.', 'Archived 3.'])
})
