import { expect, test } from 'vitest'
import { whyNodeTooOld } from './node-version.ts'

test.each(['22.15.1', '22.20.0', '24.5.9'])('Node %s is too old, which the log and doctor say', (version) => {
  expect(whyNodeTooOld(version)).toContain(`This is Node ${version}, which doesn't say how much memory`)
})

test.each(['24.6.0', '24.21.0', '100.0.0'])('Node %s is new enough', (version) => {
  expect(whyNodeTooOld(version)).toBeUndefined()
})

test('the Node that runs the tests is new enough', () => {
  expect(whyNodeTooOld()).toBeUndefined()
})
