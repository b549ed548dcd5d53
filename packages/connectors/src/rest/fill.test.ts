import { expect, test } from 'vitest'
import { settingsWith } from '../testing/store-settings.ts'
import { addressOf, fillLink, type RestValues } from './fill.ts'

const values = { path: 'A/a.pdf' } as RestValues
const linkOf = (url: string) => fillLink('{answer:url}', values, { url })

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no link'])(
  'an answer with %s gives people no link',
  (url) => {
    expect(linkOf(url)).toBeUndefined()
  },
)

test('an answer with a web address gives people that link', () => {
  expect(linkOf('https://service.example/open/1')).toBe('https://service.example/open/1')
})

const addressAt = (template: string) =>
  addressOf(settingsWith({ baseUrl: 'https://dms.example/one/' }), template, values)

test.each([
  '../two/{path}',
  'files/../../two/{path}',
  'files/%2E%2e/{path}',
  'files/.%2e/{path}',
  '..\\two/{path}',
  '.\t./two/{path}',
  './{path}',
])('an address that leads out of the base URL is refused: %s', (template) => {
  expect(() => addressAt(template)).toThrow('leads out of the base URL')
})

test.each([
  ['{path}', 'https://dms.example/one/A/a.pdf'],
  ['//other.example/{path}', 'https://dms.example/one/other.example/A/a.pdf'],
  ['https://other.example/{path}', 'https://dms.example/one/https://other.example/A/a.pdf'],
  ['files/...?at=../{path}', 'https://dms.example/one/files/...?at=../A/a.pdf'],
])('an address stays below the base URL: %s', (template, address) => {
  expect(addressAt(template).href).toBe(address)
})
