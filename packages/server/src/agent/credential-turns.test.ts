import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCredentialTurns } from './credential-turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const begin = (turns: ReturnType<typeof openCredentialTurns>, credential: string, count: number) =>
  Array.from({ length: count }, () => turns.begin({ credential }))

test('a credential is busy with four, and others are not', () => {
  const turns = openCredentialTurns()
  const [first] = begin(turns, 'files', 4)
  const { busy, freed } = turns.look(['files', 'archive'])
  expect([busy, freed.aborted]).toEqual([['files'], false])
  begin(turns, 'archive', 1).map(({ end }) => end())
  expect(freed.aborted).toBe(false)
  first?.end()
  expect(freed.aborted).toBe(true)
  expect(turns.look(['files', 'archive']).busy).toEqual([])
})

test('a credential alone keeps its four places while it takes long', () => {
  const turns = openCredentialTurns()
  const four = begin(turns, 'files', 4)
  vi.advanceTimersByTime(60_000)
  for (const { end } of four) end()
  begin(turns, 'files', 3)
  expect(turns.look(['files']).busy).toEqual([])
  begin(turns, 'files', 1)
  expect(turns.look(['files']).busy).toEqual(['files'])
})

test('however many hang, one that answers goes on as soon as they are known', () => {
  const turns = openCredentialTurns()
  for (const name of ['a', 'b', 'c']) begin(turns, name, 4)
  const { busy, freed } = turns.look(['a', 'b', 'c', 'healthy'])
  expect(busy).toEqual(['a', 'b', 'c', 'healthy'])
  vi.advanceTimersByTime(10_000)
  expect(freed.aborted).toBe(true)
  expect(turns.look(['a', 'b', 'c', 'healthy']).busy).toEqual(['a', 'b', 'c'])
  // As long as it hasn't answered, one shows whether it does.
  const [trial] = begin(turns, 'healthy', 1)
  trial?.end()
  begin(turns, 'healthy', 3)
  expect(turns.look(['healthy']).busy).toEqual([])
})

test('those that take long leave half of the places', () => {
  const turns = openCredentialTurns()
  for (const name of ['a', 'b', 'c'])
    for (const { end } of begin(turns, name, 2)) {
      vi.advanceTimersByTime(60_000)
      end()
    }
  begin(turns, 'a', 4)
  begin(turns, 'b', 2)
  expect(turns.look(['a', 'b', 'c', 'healthy']).busy).toEqual(['a', 'b', 'c'])
})

test('work that a server gives in spite of it is done, and takes no turn', () => {
  const turns = openCredentialTurns()
  begin(turns, 'files', 4)
  const { freed } = turns.look(['files'])
  const [more] = begin(turns, 'files', 1)
  more?.end()
  expect([turns.look(['files']).busy, freed.aborted]).toEqual([['files'], false])
})
