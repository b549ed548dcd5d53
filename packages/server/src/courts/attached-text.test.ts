import { expect, test } from 'vitest'
import { asText } from './as-text.fixture.ts'
import type { Message } from './message/message.ts'
import { decodeMessage } from './message/mime.ts'
import { readFixture } from './read-fixture.ts'
import { parseNotice } from './registry.ts'

const corpus = new URL('corpus/nef/s3/', import.meta.url)
const formats = new URL('formats/cmecf-nef/fixtures/', import.meta.url)

/** A message in plain text that a colleague attached to one in HTML. */
async function attached({ from, messageId = '<1@x>', subject, text = '' }: Message): Promise<Message> {
  const base64 = (words: string) => Buffer.from(words).toString('base64')
  const lines = [
    ...['From: jane@firm.example', 'Subject: FW', 'Content-Type: multipart/mixed; boundary=b', ''],
    ...['--b', 'Content-Type: text/html', '', '<p>Please docket.</p>', '--b', 'Content-Type: message/rfc822', ''],
    ...[`From: ${from?.address}`, `Message-ID: ${messageId}`, `Subject: =?utf-8?B?${base64(subject)}?=`],
    ...['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64', ''],
    ...[base64(text).replace(/.{76}/g, '$&\n'), '--b--', ''],
  ]
  const decoded = await decodeMessage(Buffer.from(lines.join('\n')))
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.message
}

function valuesOf(message: Message): object {
  const parsed = parseNotice(message)
  if ('unclear' in parsed) throw new Error(parsed.unclear)
  const { cases, documents, docketText, event, recipients, filedDate } = parsed.notice
  return {
    cases: cases.map(({ docketNumber, name, link, documentNumber }) =>
      [docketNumber, name, documentNumber].map((each) => each?.value).concat(link?.url),
    ),
    documents: documents.map(({ description, link, number }) => [description.value, link?.url, number]),
    // Where the text's lines end, the HTML has a line end.
    text: docketText?.value.replace(/\s+/g, ' '),
    event: event?.value,
    people: recipients.map(({ name, emails }) => [name, emails]),
    filed: filedDate?.value,
  }
}

const link = (words: string, url: string) => `${words}<${url}>`

test.each(['almd_1.txt', 'nysd_1.txt', 'flsb_1.txt', 'ndb_multi_1.txt'])(
  'an unsigned notice in plain text reads the same when it is attached to HTML: %s',
  async (file) => {
    const written = await readFixture(new URL(file, corpus))
    const plain = await asText(written, written.html ?? '', { link })
    const values = valuesOf(plain)
    expect(valuesOf(await attached(plain))).toEqual(values)
    expect(JSON.stringify(values)).toContain('magic_num=')
  },
)

test('so does a docket text with the tags of its italics', async () => {
  const plain = await readFixture(new URL('dcd-plain-text.txt', formats))
  const text = plain.text?.replace(/Docket Text:\s*/, '$&<i></i> <b>Sealed</b> ')
  const values = valuesOf({ ...plain, text: text ?? '' })
  expect(values).toMatchObject({ text: expect.stringMatching(/^Sealed Joint STATUS REPORT by USA as to/) })
  expect(valuesOf(await attached({ ...plain, text: text ?? '' }))).toEqual(values)
})

test('an address between brackets ends in front of them', async () => {
  const text = 'See 1 < 2 <https://x.example/a?b=1&c=2>, and HTTP://Y.example/.'
  const { html } = await attached({ ...(await readFixture(new URL('dcd-plain-text.txt', formats))), text })
  const [x, y] = ['https://x.example/a?b=1&amp;c=2', 'HTTP://Y.example/.']
  expect(html).toContain(`1 &lt; 2 &lt;<a href="${x}">${x}</a>&gt;, and <a href="${y}">${y}</a>`)
})
