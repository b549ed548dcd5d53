import { expect, it } from 'vitest'
import { perFiling } from './bulk-act.ts'

const outcome = (id: string, owner?: string) => ({ id, title: id, isDone: true, ...(owner ? { with: owner } : {}) })

it('counts the messages of each filing, also when the selected one itself was refused', () => {
  const filings = perFiling([outcome('a'), outcome('b'), outcome('a2', 'a'), outcome('c2', 'c'), outcome('c3', 'c')])
  expect(filings.map(({ id, messages }) => [id, messages])).toEqual([
    ['a', 2],
    ['b', 1],
    ['c2', 2],
  ])
})
