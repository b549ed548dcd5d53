import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findMenuRows } from './attachment-menu.ts'
import { readPage } from './court-page.ts'

const folder = new URL('./fixtures/menus/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.html'))

test.each(names)('the rows of %s are read as its expected file says', async (name) => {
  const rows = findMenuRows(readPage(readFileSync(new URL(name, folder), 'utf8')))
  const expected = new URL(name.replace('.html', '.json'), folder)
  await expect(`${JSON.stringify(rows, null, 2)}\n`).toMatchFileSnapshot(expected.pathname)
})

test('every row has a place of its own and a document id', () => {
  for (const name of names) {
    const rows = findMenuRows(readPage(readFileSync(new URL(name, folder), 'utf8'))) ?? []
    expect(new Set(rows.map(({ index }) => index)).size, name).toBe(rows.length)
    expect(
      rows.every(({ courtDocumentId }) => /^\d{3}0\d*$/.test(courtDocumentId)),
      name,
    ).toBe(true)
  }
})

test('a page that only links to documents is no menu', () => {
  expect(findMenuRows(readPage('<table><tr><td><a href="/doc1/0351">1</a></td></tr></table>'))).toBeUndefined()
})

test('a menu of a hundred thousand unclosed rows and tags is read in linear time', () => {
  const row = '<tr><td><div><b><a href="/doc1/03512345678">2</a><td>Exhibit<td>1 page'
  const startedAt = performance.now()
  const page = readPage(`Document Selection Menu<table>${row.repeat(30_000)}`)
  expect(findMenuRows(page)?.length).toBeGreaterThan(20_000)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
