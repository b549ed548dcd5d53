import { expect, test } from 'vitest'
import { openFairTurns } from './fair-turns.ts'

/** One turn at a time, whose work ends when the test says so. */
function openTest(mostWaiting: number) {
  const turns = openFairTurns({ atOnce: 1, mostWaiting, whenFull: () => new Error('full') })
  const begun: string[] = []
  const refused: string[] = []
  let end = () => {}
  const ask = (path: string) =>
    turns
      .run(path.split(' '), () => {
        begun.push(path)
        return new Promise<void>((resolve) => {
          end = resolve
        })
      })
      .catch(() => refused.push(path))
  const endAll = async () => {
    for (let before = -1; before < begun.length; ) {
      before = begun.length
      end()
      await new Promise(setImmediate)
    }
  }
  return { ask, begun, refused, endAll }
}

test('shares take turns, and so do those within one', async () => {
  const { ask, begun, endAll } = openTest(10)
  for (const path of ['a 1', 'a 1', 'a 1', 'a 2', 'b 1', 'b 1', 'c 1']) void ask(path)
  await endAll()
  expect(begun).toEqual(['a 1', 'a 1', 'b 1', 'c 1', 'a 2', 'b 1', 'a 1'])
})

test('a place goes from the share with the most to one with fewer, until they are equal', async () => {
  const { ask, begun, refused, endAll } = openTest(6)
  for (const path of ['a 0', ...Array(6).fill('a 1'), 'b 1', 'b 1', 'b 1', 'b 1']) void ask(path)
  await endAll()
  expect(refused).toEqual(['a 1', 'a 1', 'a 1', 'b 1'])
  expect(begun.filter((path) => path === 'b 1')).toHaveLength(3)
})

test('a crowd within one share pushes out no one of another, and shares its own places', async () => {
  const { ask, begun, refused, endAll } = openTest(4)
  for (const path of ['a 0', 'a 1', 'a 1', 'b 1', 'b 1', 'a 2', 'a 3', 'a 4']) void ask(path)
  await endAll()
  expect(refused.sort()).toEqual(['a 1', 'a 3', 'a 4'])
  expect(begun).toEqual(['a 0', 'a 1', 'b 1', 'a 2', 'b 1'])
})

test('work that fails frees its turn, and so does the last of a share', async () => {
  const turns = openFairTurns({ atOnce: 1, mostWaiting: 1, whenFull: () => new Error('full') })
  const fails = async () => {
    throw new Error('broken')
  }
  for (let n = 0; n < 3; n++) await expect(turns.run(['a'], fails)).rejects.toThrow('broken')
  expect(await turns.run(['a'], async () => 'done')).toBe('done')
})
