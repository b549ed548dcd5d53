import { expect, test } from 'vitest'
import { newItems, valueAfter } from './LatePills.tsx'

test('text entered before the input is loaded becomes items: split, without blanks and repetitions', () => {
  const splitChars = [',', ' ', '\n']
  expect(newItems('a.example, b.example\n', { value: [], splitChars })).toEqual({ added: ['a.example', 'b.example'] })
  expect(newItems('A.example c.example', { value: ['a.example'], splitChars })).toEqual({
    added: ['c.example'],
    twice: 'A.example',
  })
})

test('Backspace takes away the last item, unless something is typed', () => {
  expect(valueAfter({ key: 'Backspace' }, { typed: '', value: ['a', 'b'] })).toEqual(['a'])
  expect(valueAfter({ key: 'Backspace' }, { typed: 'c', value: ['a', 'b'] })).toBeUndefined()
  expect(valueAfter({ key: 'Backspace' }, { typed: '', value: [] })).toBeUndefined()
  expect(valueAfter({ key: 'Delete' }, { typed: '', value: ['a'] })).toBeUndefined()
})
