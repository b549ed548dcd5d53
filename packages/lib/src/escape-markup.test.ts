import { expect, test } from 'vitest'
import { escapeMarkup } from './escape-markup.ts'

test('a text ends neither an element nor an attribute', () => {
  expect(escapeMarkup(`<b title="O'Hara & Sons">`)).toBe('&#60;b title=&#34;O&#39;Hara &#38; Sons&#34;&#62;')
})
