import { expect, test } from 'vitest'
import { stepAmong } from './step-among.ts'

// Two groups in three columns: 0 1 2 / 3 4, then 5.
const boxes = [
  { left: 0, top: 0 },
  { left: 100, top: 0 },
  { left: 200, top: 0 },
  { left: 0, top: 50 },
  { left: 100, top: 50 },
  { left: 0, top: 130 },
]

test.each([
  ['right', 0, 'ArrowRight', 1],
  ['on to the next row', 2, 'ArrowRight', 3],
  ['left', 3, 'ArrowLeft', 2],
  ['down in its column', 1, 'ArrowDown', 4],
  ['down to the nearest column', 2, 'ArrowDown', 4],
  ['into the next group', 4, 'ArrowDown', 5],
  ['up', 4, 'ArrowUp', 1],
  ['nowhere above the first row', 1, 'ArrowUp', undefined],
  ['nowhere below the last', 5, 'ArrowDown', undefined],
  ['nowhere after the last', 5, 'ArrowRight', undefined],
  ['nowhere before the first', 0, 'ArrowLeft', undefined],
])('an arrow leads %s', (_, from, key, to) => expect(stepAmong(boxes, from, key)).toBe(to))
