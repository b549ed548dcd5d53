import { expect, test } from 'vitest'
import { readForm } from './form-fields.ts'

const partOf = (boundary: string, name: string, value: string, padding = '') =>
  `--${boundary}${padding}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const read = (body: string) => readForm(Buffer.from(body), 'multipart/form-data; boundary=abc')

test.each(['abcdef', 'abc-def', 'abc--def', 'abc def'])(
  'a line that begins with the boundary and goes on, as --%s does, is content',
  (inner) => {
    const email = `From: a@x.example\r\n\r\n--${inner}\r\nContent-Type: text/plain\r\n\r\ntext\r\n--${inner}--`
    const form = read(`${partOf('abc', 'body-mime', email)}${partOf('abc', 'token', 'x')}--abc--\r\n`)
    expect(form?.get('body-mime')?.toString()).toBe(email)
    expect(form?.get('token')?.toString()).toBe('x')
  },
)

test('blanks behind a boundary were added on the way', () => {
  const form = read(`${partOf('abc', 'body-mime', 'x', ' \t')}${partOf('abc', 'token', 'y', '  ')}--abc-- \r\n`)
  expect(form?.get('body-mime')?.toString()).toBe('x')
  expect(form?.get('token')?.toString()).toBe('y')
})
