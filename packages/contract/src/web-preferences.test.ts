import { expect, test } from 'vitest'
import { changeWebPreferences, readWebPreferences } from './web-preferences.ts'

test.each([undefined, null, '', 'striped', '[1]', '"x"', 'null', '{"tableStripes":"yes","messages":7}'])(
  'an invalid preference falls back to the default: %s',
  (text) => expect(readWebPreferences(text)).toEqual({ tableStripes: false, messages: 'all' }),
)

test('a change leaves the other preferences unchanged', () => {
  const text = changeWebPreferences('{"messages":"important","theirs":1}', { tableStripes: true })
  expect(JSON.parse(text)).toEqual({ messages: 'important', theirs: 1, tableStripes: true })
  expect(readWebPreferences(text)).toEqual({ messages: 'important', tableStripes: true })
})
