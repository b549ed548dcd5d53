import { expect, test } from 'vitest'
import { changeWebPreferences, readWebPreferences } from './web-preferences.ts'

test.each([undefined, null, '', 'striped', '[1]', '"x"', 'null', '{"tableStripes":"yes","messages":7}'])(
  'what is no preference is as usual: %s',
  (text) => expect(readWebPreferences(text)).toEqual({ tableStripes: false, messages: 'all' }),
)

test('a change leaves the rest of what is kept', () => {
  const text = changeWebPreferences('{"messages":"important","theirs":1}', { tableStripes: true })
  expect(JSON.parse(text)).toEqual({ messages: 'important', theirs: 1, tableStripes: true })
  expect(readWebPreferences(text)).toEqual({ messages: 'important', tableStripes: true })
})
