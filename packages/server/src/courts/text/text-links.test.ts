import { expect, test } from 'vitest'
import { messageOf } from '../read-fixture.ts'
import { readBody } from './body.ts'
import { parseNoticeLink } from './link.ts'
import { findTextLinks } from './text-links.ts'

const url = 'https://ecf.pawb.uscourts.gov/doc1/15601234567?caseid=206379&de_seq_num=20&magic_num=12345678'

test.each([
  ['bare', `see ${url} now`],
  ['at the end of a sentence', `see ${url}.`],
  ['before a comma', `see ${url}, please`],
  ['in parentheses', `(see ${url})`],
  ['in brackets', `see [${url}].`],
  ['behind a word', `22-20823-GLT<${url}>`],
  ['behind a word, in brackets', `22-20823-GLT[${url}]`],
  ['as Markdown', `[22-20823-GLT](${url})`],
  ['as Markdown of itself', `[${url}](${url})`],
  ['twice', `${url}<${url}>`],
  ['twice, in brackets', `${url} [${url}]`],
  ['with a bracket that is left', `${url}]`],
  ['with the end of Markdown', `22](${url})`],
  ['in stars', `*${url}*`],
  ['in quotes', `'${url}'`],
  ['broken within brackets', `7<${url.slice(0, 60)}\n${url.slice(60)}>`],
  ['broken with an equals sign', `7<${url.slice(0, 60)}=\n${url.slice(60)}>`],
  ['broken in a quoted line', `> 7<${url.slice(0, 60)}\n> ${url.slice(60)}>`],
  ['broken twice', `7 <${url.slice(0, 40)}\n${url.slice(40, 70)}\n${url.slice(70)}>`],
  ['broken without brackets', `${url.replace('&magic', '&\nmagic')}\n\nnext`],
  ['broken behind an equals sign', `${url.replace('=12345678', '=\n12345678')}\nnext word`],
  ['broken before an ampersand', `${url.replace('&de_seq', '\n&de_seq')}\n`],
])('an address %s', (_how, text) => {
  const links = findTextLinks(text).map(({ href }) => parseNoticeLink(href))
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) expect(link).toMatchObject({ url, token: '12345678', sequence: '20' })
})

test.each([
  [`${url}\nmagic`, 1],
  [`${url}\n\n2`, 1],
  [`${url}\nJane Roe`, 1],
  [`${url}\nDocket`, 1],
])('the line below an address is not part of it: %j', (text, count) => {
  const links = findTextLinks(text)
  expect(links).toHaveLength(count)
  expect(links[0]?.href).toBe(url)
})

test('brackets opened within the address are part of it', () => {
  expect(findTextLinks('(https://x.example/a_(b)_c)').map(({ href }) => href)).toEqual(['https://x.example/a_(b)_c'])
})

test('blanking preserves every offset, and an address that is itself the text stays', () => {
  const text = `> 7<${url}> of\n> https://www.cand.uscourts.gov/zoom/ today (https://www.example.org/a)`
  const body = readBody(messageOf({ text }))
  expect(body.text).toHaveLength(text.length)
  expect(body.text.trim().replace(/ {2,}/, ' ')).toMatch(/^7 +of/)
  expect(body.text).toContain('https://www.cand.uscourts.gov/zoom/ today (https://www.example.org/a)')
})
