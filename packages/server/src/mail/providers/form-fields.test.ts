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

test('a form in which a field has more lines that begin like a delimiter than any provider writes is not read', () => {
  const formOf = (lines: number) => {
    const value = '\r\n--abcdefg'.repeat(lines)
    return readForm(
      Buffer.from(`${partOf('abcdef', 'x', value)}--abcdef--\r\n`),
      'multipart/form-data; boundary=abcdef',
    )
  }
  expect(formOf(100)?.get('x')?.length).toBe(1100)
  expect(formOf(101)).toBeUndefined()
})

test('a field that is longer than it may be is not read, in either type', () => {
  const forms = [
    readForm(Buffer.from(`${partOf('b', 'x', '12345')}--b--\r\n`), 'multipart/form-data; boundary=b'),
    readForm(Buffer.from('x=12345'), 'application/x-www-form-urlencoded'),
  ]
  for (const form of forms) {
    expect(form?.get('x', 5)?.toString()).toBe('12345')
    expect(form?.get('x', 4)).toBeUndefined()
  }
})
