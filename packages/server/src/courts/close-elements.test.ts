import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Message } from './message/message.ts'
import { readFixture } from './read-fixture.ts'
import { parseNotice } from './registry.ts'

const folder = new URL('formats/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\bfixtures\/.*\.(?:txt|html)$/.test(name) && !name.endsWith('LICENSE.txt'),
)
const messages = await Promise.all(
  files.map(async (file) => ({ file, message: await readFixture(new URL(file, folder)) })),
)

/** The markup as gateways and converters write it that drop the space between elements, which shows nothing. */
function closeUp(html: string): string {
  return html.replace(/\s*(<\/?(?:p|div|br|table|tr|td|center|hr)\b[^>]*>)\s*/gi, '$1')
}

/** Everything that is read of a notice, without where it stands. Words of one line may lose the space between them. */
function read(message: Message): unknown {
  const result = parseNotice(message)
  const { courtEvidence: _evidence, ...facts } = 'unclear' in result ? result.understood : result.notice
  const unclear = 'unclear' in result ? result.unclear : undefined
  return JSON.parse(JSON.stringify({ unclear, facts }, (key, value) => (key === 'span' ? undefined : value)))
}

test.each(messages.filter(({ message }) => message.html !== undefined))(
  'a notice is read without the space between its elements: $file',
  ({ message: { html = '', ...message } }) => {
    expect(read({ ...message, html: closeUp(html) })).toEqual(read({ ...message, html }))
  },
)
