import { expect, test } from 'vitest'
import { threadTimeOf } from '../../testing/thread-time.ts'
import { areNear } from './words-near.ts'

const not = /\bnot\b/g
const sent = /\b(?:e-?mailed|mailed|sent)\b/g

test.each([
  ['will not be sent', true],
  ['sent, not kept', false],
  ['not sent', true],
  ['notsent', false],
  [`not ${'x'.repeat(18)} sent`, true],
  [`not ${'x'.repeat(19)} sent`, false],
  [`not ${'x'.repeat(40)} not e-mailed`, true],
  [`sent ${'x'.repeat(40)} not sent`, true],
  [`not ${'x'.repeat(40)} sent, sent`, false],
  ['', false],
])('whether the words in "%s" are near each other', (text, expected) => {
  expect(areNear(text, not, sent, 20)).toBe(expected)
  expect(/\bnot\b.{0,20}\b(?:e-?mailed|mailed|sent)\b/.test(text)).toBe(expected)
})

test('a text consisting only of such words is read once', () => {
  const took = threadTimeOf(() => {
    expect(areNear('not '.repeat(200_000), not, sent, 20)).toBe(false)
    expect(areNear(`${'not '.repeat(200_000)}${'x '.repeat(20)}${'sent '.repeat(200_000)}`, not, sent, 20)).toBe(false)
  })
  expect(took).toBeLessThan(5_000)
})
