import { expect, test } from 'vitest'
import { text, textKind } from './text.ts'

test('a name with combining accents, as another program writes it, is the same name', () => {
  const schema = textKind.schema(text(1))
  expect(schema.parse(' Cafe\u0301 ')).toBe('Caf\u00e9')
})
