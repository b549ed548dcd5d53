import { expect, test } from 'vitest'
import { cutChangelog } from './changelog-parts.ts'

test('a changelog is cut between two lines, and a short one not at all', () => {
  const text = '## 1\n\n- one\n- two\n- three\n'
  expect(cutChangelog(text, 10)).toEqual({ newest: '## 1\n\n- one\n', older: '- two\n- three\n' })
  expect(cutChangelog(text, 1000)).toEqual({ newest: text, older: '' })
  expect(cutChangelog('no end of line', 3)).toEqual({ newest: 'no end of line', older: '' })
})
