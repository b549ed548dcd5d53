import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTurns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a destination that hangs gets one at a time before anything has timed out, and others get theirs', () => {
  const turns = openTurns({ mostTogether: 24, mostOfFirm: 36 })
  for (let n = 0; n < 20; n++) expect(turns.take('hung', 'firm')).toHaveProperty('end')
  vi.advanceTimersByTime(5_000)
  expect(turns.take('hung', 'firm')).toMatchObject({ isSlow: true })
  for (let n = 0; n < 16; n++) expect(turns.take('healthy', 'firm')).toHaveProperty('end')
  expect(turns.take('healthy', 'firm')).toMatchObject({ isSlow: false })
  expect(turns.take('healthy', 'another firm')).toHaveProperty('end')
})

test('however many hang, all of them together get no more than their part', () => {
  const turns = openTurns({ mostTogether: 2, mostOfFirm: 99, mostOfAllSlow: 5, slowMs: 20_000 })
  const hung = Array.from({ length: 10 }, (_, n) => `hung ${n}`)
  for (const name of hung) {
    const turn = turns.take(name, 'firm')
    vi.advanceTimersByTime(60_000)
    if ('end' in turn) turn.end()
  }
  expect(hung.filter((name) => 'end' in turns.take(name, 'firm'))).toHaveLength(5)
  for (let n = 0; n < 10; n++) expect(turns.take(`healthy ${n}`, 'firm')).toHaveProperty('end')
})

test('one that has responded quickly again gets as many as before', () => {
  const turns = openTurns({ mostTogether: 3, mostOfFirm: 9 })
  const work = (ms: number) => {
    const turn = turns.take('place')
    vi.advanceTimersByTime(ms)
    if ('end' in turn) turn.end()
  }
  work(30_000)
  for (let n = 0; n < 3; n++) work(100)
  expect([1, 2, 3, 4].map(() => 'end' in turns.take('place'))).toEqual([true, true, true, false])
})
