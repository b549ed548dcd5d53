import { expect, test } from 'vitest'
import { inOrder } from './turns.ts'

/** Takes turns with calls by name that the test ends, and records which began. */
function calling() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const turns = inOrder()
  const take = (name: string) =>
    void turns.take(() => {
      begun.push(name)
      return new Promise((resolve) => ends.set(name, resolve))
    })
  return { turns, take, begun, end: (name: string) => ends.get(name)?.() }
}

/** Lets everything run that waits for nothing. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('changes of settings are saved one after another', async () => {
  const { take, begun, end } = calling()
  take('first')
  take('second')
  await settled()
  expect(begun).toEqual(['first'])
  end('first')
  await settled()
  expect(begun).toEqual(['first', 'second'])
})

test('a change that waits for another one is sent when the page is left', async () => {
  const { turns, take, begun } = calling()
  take('first')
  take('second')
  take('third')
  turns.hurry()
  take('typed last')
  await settled()
  expect(begun).toEqual(['first', 'second', 'third', 'typed last'])
})

test('changes wait for each other again once the page that was left is shown again', async () => {
  const { turns, take, begun } = calling()
  turns.hurry()
  turns.resume()
  take('first')
  take('second')
  await settled()
  expect(begun).toEqual(['first'])
})
