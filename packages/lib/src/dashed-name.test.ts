import { expect, test } from 'vitest'
import { dashedName } from './dashed-name.ts'

test.each([
  ['Matter number', 'matter-number'],
  ['Client_Name', 'client-name'],
  ['2nd Autor·Société', '2nd-autor-societe'],
  ['ﬁled №', 'filed-no'],
  [' -- (Court) -- ', 'court'],
  ['§', ''],
])('%s becomes %s', (name, dashed) => {
  expect(dashedName(name)).toBe(dashed)
})
