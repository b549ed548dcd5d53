import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Message } from '../message/message.ts'
import { messageOf, readFixture } from '../read-fixture.ts'
import { parseNotice } from '../registry.ts'
import { readBody } from './body.ts'

const address = 'https://ecf.cand.uscourts.gov/doc1/035123515598?caseid=206379&de_seq_num=20&magic_num=12345678'
const host = 'ecf.cand.uscourts.gov'
const dead = 'ecf[.]cand[.]uscourts[.]gov'

/** URL Defense v3, which replaces ampersands. */
function defended(url: string): string {
  const count = url.split('&').length - 1
  return `https://urldefense.com/v3/__${url.replaceAll('&', '*')}__;${Buffer.from('&'.repeat(count)).toString('base64url')}!!Gj7xCQ!abc-def$`
}

const safe = (url: string) =>
  `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05%7C02&reserved=0`

const anchor =
  /(<a\s[^>]{0,200}?href\s*=\s*)(?:"(https?:[^"]+)"|'(https?:[^']+)'|(https?:[^\s>]+))([^>]*>)([\s\S]*?)<\/a>/gi

/** Every link rewritten, with the host that it leads to behind its words. */
function labeled(html: string): string {
  return html.replace(anchor, (_, before, one, other, bare, after, words) => {
    const url = String(one ?? other ?? bare).replaceAll('&amp;', '&')
    return `${before}"${defended(url)}"${after}${words} [${new URL(url).hostname}]</a>`
  })
}

/** All that is read of a notice, without where it stands. */
function read(message: Message): object {
  const result = parseNotice(message)
  const { courtEvidence: _evidence, ...facts } = 'notice' in result ? result.notice : result.understood
  // What is blanked may stand in front of a period.
  const words = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, '') : value)
  return JSON.parse(JSON.stringify(facts, (key, value) => (key === 'span' ? undefined : words(value))))
}

const formats = new URL('../formats/', import.meta.url)
const files = [
  'acms-nda',
  'bankruptcy-filing',
  'cmecf-nda',
  'cmecf-nef',
  'nyscef',
  'tyler-efile',
  'florida-portal',
].flatMap((format) =>
  readdirSync(new URL(`${format}/fixtures/`, formats)).flatMap((name) =>
    /\.(?:txt|html|eml)$/.test(name) && name !== 'LICENSE.txt' ? [`${format}/fixtures/${name}`] : [],
  ),
)
const messages = await Promise.all(
  files.map(async (file) => ({ file, message: await readFixture(new URL(file, formats)) })),
)

describe('a notice reads the same if a gateway wrote behind each link where it leads', () => {
  test.each(messages.filter(({ message: { html } }) => html !== undefined && !/<pre\b/i.test(html)))(
    '$file',
    ({ message }) => {
      expect(read({ ...message, html: labeled(message.html ?? '') })).toEqual(read(message))
    },
  )
})

test.each([
  ['in front of the address', `7 [${host}]<${defended(address)}>`],
  ['in front of the address, apart', `7 [${host}] <${defended(address)}>`],
  ['in front of the address, on the line above', `7 [${host}]\n<${defended(address)}>`],
  ['behind the address', `7<${defended(address)}> [${dead}]`],
  ['behind the address, within its brackets', `7 <${defended(address)} [${dead}]>`],
  ['behind the address of another gateway around it', `7<${safe(defended(address))}> [${dead}]`],
  ['behind the address of another gateway within it', `7<${defended(safe(address))}> [${dead}]`],
  ['in capitals', `7<${defended(address)}> [${dead.toUpperCase()}]`],
])('in plain text, the host isn’t read %s', (_where, text) => {
  const body = readBody(messageOf({ text }))
  expect(body.text).toHaveLength(text.length)
  expect(body.text.trim()).toBe('7')
})

test('behind an address that has no words, too', () => {
  const text = `see ${defended(address)} [${dead}] today`
  expect(readBody(messageOf({ text })).text.replace(/ +/g, ' ')).toBe(`see ${defended(address)} today`)
})

test.each([
  ['another host', `7<${defended(address)}> [ecf[.]nysd[.]uscourts[.]gov]`],
  ['another host within the brackets of the address', `7 <${defended(address)} [ecf[.]nysd[.]uscourts[.]gov]>`],
  ['a part of its host', `7<${defended(address)}> [uscourts[.]gov]`],
  ['more than its host', `7<${defended(address)}> [www.${host}]`],
  ['the host of an address that no gateway rewrote', `7<${address}> [${host}]`],
  ['the host of a stranger’s address', `7<https://evil.example/v3/__${address}__;!!x$> [${host}]`],
])('%s stays', (_what, text) => {
  expect(readBody(messageOf({ text })).text).toContain(text.slice(text.lastIndexOf(' [') + 1))
})
