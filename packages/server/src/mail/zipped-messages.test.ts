import { expect, test } from 'vitest'
import type { Message } from '../courts/message/message.ts'
import { decodeMessage } from '../courts/message/mime.ts'
import { parseNotice } from '../courts/registry.ts'

async function decode(raw: string): Promise<Message> {
  const decoded = await decodeMessage(Buffer.from(raw, 'latin1'))
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.message
}

const mixed = (...parts: string[]) =>
  `From: a@firm.example\nSubject: FW: Activity\nContent-Type: multipart/mixed; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--`

/** An archive with an empty file of each name. */
function zip(...names: string[]): Buffer {
  const parts = names.map((name) => {
    const [local, entry] = [Buffer.alloc(30), Buffer.alloc(46)]
    local.write('PK\u0003\u0004', 'latin1')
    local.writeUInt16LE(name.length, 26)
    entry.write('PK\u0001\u0002', 'latin1')
    entry.writeUInt16LE(name.length, 28)
    return { local: Buffer.concat([local, Buffer.from(name)]), entry: Buffer.concat([entry, Buffer.from(name)]) }
  })
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  return Buffer.concat([...parts.map(({ local }) => local), ...parts.map(({ entry }) => entry), end])
}

test('messages within a ZIP archive get a note, and other archives none', async () => {
  const attached = (...names: string[]) =>
    decode(
      mixed(
        'Content-Type: text/plain\n\nsee attached',
        `Content-Type: application/zip; name="n.zip"\nContent-Transfer-Encoding: base64\n\n${zip(...names).toString('base64')}`,
      ),
    )
  const message = await attached('mail/', 'mail/Activity in Case.eml', 'b.MSG')
  expect(message.notes).toEqual([expect.stringContaining('within a ZIP archive')])
  const result = parseNotice(message)
  expect('unclear' in result && result.unclear).toContain('Forward the message itself')
  expect(await attached('a.eml', 'b.exe')).not.toHaveProperty('notes')
  expect(await attached('mail/')).not.toHaveProperty('notes')
})
