import { expect, test } from 'vitest'
import { newItems } from './LatePills.tsx'

test('text entered before the input is loaded becomes items: split, without blanks and repetitions', () => {
  const splitChars = [',', ' ', '\n']
  expect(newItems('a.example, b.example\n', { value: [], splitChars })).toEqual({ added: ['a.example', 'b.example'] })
  expect(newItems('A.example c.example', { value: ['a.example'], splitChars })).toEqual({
    added: ['c.example'],
    twice: 'A.example',
  })
})
