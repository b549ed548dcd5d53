import { expect, test } from 'vitest'
import type { SendingHabit } from './directory/sending-habits.ts'
import { decodeMessage } from './message/mime.ts'
import { parseNotice } from './registry.ts'
import { settleReading } from './settle-reading.ts'

const words = [
  'Notification of Service',
  'Court: Will County',
  'Case Number: 2025LA000999',
  'Case Style: Doe v. CASE',
  'Download Document: https://illinois.tylertech.cloud/View.aspx',
]

/** A service message whose case name the filer wrote, signed without an encoding. */
const bodyWith = (name: string) => `${words.join('\r\n').replace('CASE', name)}\r\n`

async function settle(body: string, encoding?: string, habit?: SendingHabit) {
  const head = [
    'From: no-reply@efilingmail.tylertech.cloud',
    'Subject: Notification of Service for Case: 2025LA000999',
    'Content-Type: text/plain',
    ...(encoding ? [`Content-Transfer-Encoding: ${encoding}`] : []),
  ]
  const raw = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
  const delivered = await decodeMessage(raw)
  if ('problem' in delivered) throw new Error(delivered.problem)
  const signed = { covered: ['from', 'subject', 'content-type'], relaxed: { header: true, body: true } }
  return settleReading({ raw, delivered: delivered.message, signed, habit, formats: [] })
}

/** The encoding in which it is read, and the name of the case that it then says. */
async function read(body: string, encoding?: string) {
  const settled = await settle(body, encoding)
  if ('problem' in settled) return settled
  const parsed = parseNotice(settled.message)
  return ['notice' in parsed && parsed.notice.cases[0]?.name?.value, settled.reading.encoding]
}

const delivered = [undefined, '8bit', 'quoted-printable', 'base64']

test.each(delivered)(
  'two encodings that give two different notices leave it to a person, delivered as %s',
  async (how) => {
    expect(await settle(bodyWith('R=6Fe'), how)).toEqual({
      problem:
        'its signature doesn\'t cover its "content-transfer-encoding" header, and its body says different things in different encodings',
    })
  },
)

test.each(delivered)('two encodings that give the same notice are not asked about, delivered as %s', async (how) => {
  expect(await read(`${bodyWith('Roe')}Please note: nothing =\r\nelse\r\n`, how)).toEqual(['Doe v. Roe', 'binary'])
})

test.each(delivered)('the only encoding that gives a notice counts, delivered as %s', async (how) => {
  const encoded = Buffer.from(bodyWith('Roe')).toString('base64').replace(/.{76}/g, '$&\r\n')
  expect(await read(`${encoded}\r\n`, how)).toEqual(['Doe v. Roe', 'base64'])
  expect(await read(bodyWith('Roe, =XX'), how)).toEqual(['Doe v. Roe, =XX', 'binary'])
})

test.each(delivered)(
  'a notice that shows only if words of its body are decoded is left to a person, delivered as %s',
  async (how) => {
    const hidden = bodyWith('Roe').replaceAll(': ', '=3A ')
    expect(await settle(hidden, how)).toEqual({
      problem:
        'its signature doesn\'t cover its "content-transfer-encoding" header, and its body says different things in different encodings',
    })
    // Its sender's program encoded it.
    for (const sign of ['a =3D b', 'nothing =\r\nelse'])
      expect(await read(`${hidden}${sign}\r\n`, how)).toEqual(['Doe v. Roe', 'quoted-printable'])
  },
)

const plain: SendingHabit = { types: ['text/plain'], encodings: ['binary'] }

test.each(delivered)(
  'a body encoded otherwise than its sender does leaves it to a person, delivered as %s',
  async (how) => {
    const body = `${bodyWith('Roe=20')}Please note: nothing =\r\nelse\r\n`
    expect(await settle(body, how, plain)).toEqual({
      problem:
        'its signature doesn\'t cover its "content-transfer-encoding" header, and its body looks encoded, which its sender doesn\'t do',
    })
    // An escape alone may be part of a link.
    expect(await settle(bodyWith('Roe=20'), how, plain)).toMatchObject({ reading: { encoding: 'binary' } })
  },
)

test.each(delivered)(
  'a body with the line breaks of an encoding whose rules it breaks leaves it to a person, delivered as %s',
  async (how) => {
    const long = `${'x'.repeat(80)}=\r\nand on`
    expect(await settle(`${bodyWith('Roe')}${long}\r\n`, how)).toEqual({
      problem:
        'its signature doesn\'t cover its "content-transfer-encoding" header, and its body has the line breaks of an encoding whose rules it breaks',
    })
    // A line of equals signs is none.
    expect(await settle(`${bodyWith('Roe')}${'='.repeat(80)}\r\n`, how)).toMatchObject({
      reading: { encoding: 'binary' },
    })
  },
)
