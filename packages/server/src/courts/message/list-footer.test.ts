import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseNotice } from '../registry.ts'
import { decodeMessage } from './mime.ts'

const formats = new URL('../formats/', import.meta.url)

/** As a mailing list sends a message on: its footer is a part below the message's own. */
function throughList(raw: string): string {
  const [head = '', ...body] = raw.replace(/^From .*\n/, '').split(/\r?\n\r?\n/)
  const own = /^content-[a-z-]+:.*(?:\r?\n[ \t].*)*\n?/gim
  const about = (head.match(own) ?? ['Content-Type: text/plain\n']).map((field) => field.trim()).join('\n')
  const footer = `${'_'.repeat(47)}\nDocketing mailing list -- docketing@lists.firm.example\nTo unsubscribe send an email to leave@lists.firm.example`
  return `${head.replace(own, '').trim()}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=list\n
--list\n${about}\n\n${body.join('\n\n').trimEnd()}\n--list\nContent-Type: text/plain\n\n${footer}\n--list--\n`
}

async function read(raw: string): Promise<unknown> {
  const decoded = await decodeMessage(Buffer.from(raw, 'latin1'))
  if ('problem' in decoded) throw new Error(decoded.problem)
  const result = parseNotice(decoded.message)
  return JSON.parse(JSON.stringify(result, (key, value) => (key === 'span' ? undefined : value)))
}

test.each([
  'cmecf-nef/fixtures/casb-chapter-in-number.txt',
  'cmecf-nef/fixtures/pamb-closed-case.txt',
  'cmecf-nef/fixtures/dcd-plain-text.txt',
  'cmecf-summary/fixtures/nvb-plain-text.txt',
  'cmecf-summary/fixtures/nvd-two-cases-html.txt',
])("a mailing list's footer is no part of the notice in %s", async (file) => {
  const raw = readFileSync(new URL(file, formats), 'latin1')
  expect(await read(throughList(raw))).toEqual(await read(raw))
})
