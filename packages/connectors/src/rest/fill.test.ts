import { expect, test } from 'vitest'
import { fillLink, type RestValues } from './fill.ts'

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
