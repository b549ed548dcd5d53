import { expect, test } from 'vitest'
import { isSamePerson, readPersonName } from './person-names.ts'

const isSame = (a: string, b: string) => isSamePerson(readPersonName(a), readPersonName(b))

test.each([
  ['Quill, Ada', 'Ada Quill'],
  ['ADA QUILL', 'Ada Quill'],
  ['Quill, Ada M.', 'Ada Mae Quill'],
  ['Ada Quill, Esq.', 'Ada M. Quill'],
  ['García Márquez, José', 'Jose Garcia Marquez'],
  ['Smith-Jones, Mary', 'Mary Smith-Jones'],
  ["O'Neill, Pat", 'Pat ONeill'],
  ['Robert Quill Jr.', 'Robert Quill'],
])('%s can be %s', (a, b) => {
  expect(isSame(a, b)).toBe(true)
  expect(isSame(b, a)).toBe(true)
})

test.each([
  ['A. Quill', 'Ada Quill'],
  ['Quill', 'Ada Quill'],
  ['aq', 'Ada Quill'],
  ['Ada B. Quill', 'Ada M. Quill'],
  ['Ada Lovelace Quill', 'Ada Mae Quill'],
  ['Mary Jones', 'Mary Smith-Jones'],
  ['Quill, Adam', 'Ada Quill'],
  ['', ''],
])('%s is not %s', (a, b) => {
  expect(isSame(a, b)).toBe(false)
  expect(isSame(b, a)).toBe(false)
})
