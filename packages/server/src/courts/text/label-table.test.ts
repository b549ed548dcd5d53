import { expect, test } from 'vitest'
import { messageOf } from '../read-fixture.ts'
import { readBody } from './body.ts'
import { readLabelRows, rowWords } from './label-table.ts'

const labels = {
  'case number': 'number',
  'filing code': 'code',
  comments: 'comments',
  details: 'heading',
  note: 'tail',
} as const

function read(parts: { html?: string; text?: string }): string[] {
  const body = readBody(messageOf(parts))
  return readLabelRows(body, labels).map((row) => `${row.key}=${rowWords(body, row)?.value ?? ''}`)
}

test('a value is in the next cell, and a blank one is blank', () => {
  const row = (label: string, value: string) => `<tr> <td><b>${label}</b></td> <td>${value}</td> </tr>`
  const html = `<table>${row('Comments', '')}${row('Unknown', 'x')}${row('Case Number', '25-1')}${row('Filing Code', '')}</table><p>Bye</p>`
  expect(read({ html })).toEqual(['comments=', 'number=25-1', 'code='])
})

test('a blank value is blank in a forward whose cells contain paragraphs', () => {
  const cell = (text: string) => `<td><p class=MsoNormal>${text}<o:p></o:p></p></td>`
  const row = (label: string, value: string) => `<tr>${cell(label)}${cell(value)}</tr>`
  const html = `<table>${row('Case Number', '25-1')}${row('Comments', '&nbsp;')}${row('Filing Code', 'Answer')}</table>`
  expect(read({ html })).toEqual(['number=25-1', 'comments=', 'code=Answer'])
})

test('a heading below a table whose cells contain paragraphs is not part of the last value', () => {
  const cell = (text: string) => `<td><p class=MsoNormal>${text}<o:p></o:p></p></td>`
  const html = `<table><tr>${cell('Comments')}${cell('Wrong.')}</tr></table><h3>Documents</h3>`
  expect(read({ html })).toEqual(['comments=Wrong.'])
})

test('words quoted in a value are not labels, and the table ends the last value', () => {
  const html =
    '<table><tr><td>x</td></tr><tr><td>Comments</td><td>Wrong.<br>Case Number: 9</td></tr></table><p>After</p>'
  expect(read({ html })).toEqual(['comments=Wrong. Case Number: 9'])
})

test('a value that reads like a label is still the value', () => {
  const html = '<table><tr><td>x</td></tr><tr><td>Filing Code</td><td>Comments</td></tr></table>'
  expect(read({ html })).toEqual(['code=Comments'])
})

test('in plain text the value follows the colon or a tab, or is on the next line', () => {
  const text = 'Details\nCase Number: 25-1\nFiling Code\tAnswer\n> *Comments:* none\n\nComments\nsome\nmore\n\nother'
  expect(read({ text })).toEqual([
    'heading=',
    'number=25-1',
    'code=Answer',
    'comments=* none'.replace('* ', ''),
    'comments=some more',
  ])
})
