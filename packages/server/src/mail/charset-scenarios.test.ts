import { describe, expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import { takeSigned } from '../courts/message/signed-reading.ts'
import { parseNotice } from '../courts/registry.ts'
import { findBelieved } from './believed.ts'
import { checkInMailbox as check, nef } from './testing/check-in-mailbox.ts'
import { makeMail } from './testing/court-mail.ts'
import { signAs, unsignedMail, withHeader } from './testing/signed-mail.ts'
import { forwardWhole } from './testing/trust-scenarios.ts'

const domain = 'uscourts.gov'
const utf7 = 'Content-Type: text/html; charset=utf-7'

/** A court's notice with these bytes in its docket text. */
const written = (bytes: string, type?: string) => {
  const raw = Buffer.from(
    unsignedMail(nef).toString('latin1').replace('MOTION for', `MOTION of ${bytes} for`),
    'latin1',
  )
  return type === undefined ? raw : withHeader(raw, type, 'changed')
}

async function read(raw: Buffer) {
  const result = await check(raw, {})
  const reading = findBelieved(result)?.reading
  const decoded = reading && (await decodeMessage(takeSigned(raw, reading), true))
  const parsed = decoded && 'message' in decoded ? parseNotice(decoded.message) : undefined
  const text = parsed && 'notice' in parsed ? parsed.notice.docketText?.value : undefined
  return {
    trust: result.trust,
    sentence: result.sentence,
    words: /MOTION of ([\s\S]{0,60}?) for/.exec(text ?? '')?.[1],
  }
}

const charsets: readonly (readonly [charset: string, bytes: string, words: string])[] = [
  ['windows-1252', 'Pe\xf1a \x93Q\x94 \x80', 'Peña “Q” €'],
  ['gb18030', '\xcd\xf5\xce\xb0 \x84\x31\xa4\x37', '王伟 \ufffd'],
  ['gb2312', '\xcd\xf5\xce\xb0', '王伟'],
  ['iso-2022-jp', '\x1b$BF|K\\\x1b(B 3', '日本 3'],
  ['"UTF-8"', 'Pe\xc3\xb1a', 'Peña'],
  ['us-ascii', 'Pe\xc3\xb1a', 'Peña'],
  ['iso-8859-1', 'Pe\xf1a', 'Peña'],
  ['x-unknown', 'Pe\xf1a', 'Peña'],
  ['unknown-8bit', 'Pe\xc3\xb1a', 'Peña'],
]

describe.each(charsets)('a notice in %s', (charset, bytes, words) => {
  const type = `Content-Type: text/html; charset=${charset}`

  test('is read in its own words where its court signed the charset', async () => {
    expect(await read(signAs(written(bytes, type), { way: 'whole', domain }))).toMatchObject({
      trust: 'verified',
      words,
    })
  })

  test.each(['utf-7', 'utf-16', 'iso-2022-kr', 'ibm037'])(
    'is not believed in %s if the charset was signed',
    async (other) => {
      const signed = signAs(written(bytes, type), { way: 'whole', domain })
      for (const line of [`Content-Type: text/html; charset=${other}`, `${type}; charset=${other}`])
        expect((await read(withHeader(signed, line, 'changed'))).trust).toBe('unverified')
    },
  )
})

describe('a charset that a signature does not cover', () => {
  const added = (bytes: string, type: string) =>
    withHeader(signAs(written(bytes), { way: 'cmecf2025', domain }), type, 'changed')

  test.each([
    ['utf-7', '+AF8-ADk'],
    ['utf-7', '3+ADk-'],
    ['utf-16le', 'Acme'],
    ['gb18030', 'Acme'],
    ['iso-2022-jp', 'Acme'],
    ['ibm037', 'Acme'],
    ['x-user-defined', 'Acme'],
  ])('changes no word: %s, %s', async (charset, bytes) => {
    const { trust, words } = await read(added(bytes, `Content-Type: text/html; charset=${charset}`))
    expect(words).toBe(bytes)
    expect(trust).toBe('verified')
  })
})

test('a court that signs UTF-7 is read as it is shown nowhere, which only its own signature or server can say', async () => {
  const signed = signAs(written('3+ADk-', utf7), { way: 'whole', domain })
  expect(await read(signed)).toMatchObject({ trust: 'verified', words: '39' })
  expect((await check(written('3+ADk-', utf7), {})).flag).toBe('fake')
})

test('each part is read in its own charset, and one in UTF-7 makes an unsigned message a probable fake', async () => {
  const part = (charset: string, words: string) =>
    `--c\r\nContent-Type: text/html; charset=${charset}\r\n\r\n${words}\r\n`
  const mixed = (...parts: string[]) => {
    const raw = withHeader(unsignedMail(nef), 'Content-Type: multipart/mixed; boundary=c', 'changed').toString('latin1')
    const end = raw.indexOf('\r\n\r\n') + 4
    const own = part('utf-8', raw.slice(end))
    return Buffer.from(`${raw.slice(0, end)}${own}${parts.join('')}--c--\r\n`, 'latin1')
  }
  const three = [part('gb18030', '\xcd\xf5'), part('iso-2022-jp', '\x1b$BF|\x1b(B'), part('windows-1252', 'Pe\xf1a')]
  const decoded = await decodeMessage(signAs(mixed(...three), { way: 'whole', domain }))
  expect('message' in decoded && decoded.message.html?.split('\n').slice(-3).join()).toBe('王,日,Peña')
  const unsigned = await check(mixed(...three, part('utf-7', '+ADk-')), {})
  expect(unsigned).toMatchObject({
    trust: 'unverified',
    flag: 'fake',
    sentence: expect.stringContaining('charset utf-7'),
  })
})

test('a colleague’s forward of an unsigned message in UTF-7 is a probable fake', async () => {
  const forward = await makeMail({
    ...forwardWhole([written('3+ADk-', utf7)], { encoding: 'base64' }),
    signedBy: 'firm.example',
  })
  expect(await check(forward, {})).toMatchObject({ trust: 'unverified', flag: 'fake' })
})

test.each([
  ['Subject', '=?utf-7?Q?Activity_in_Case_5=3A18-cv-0+ADk-222?=', 'Activity in Case 5:18-cv-0+ADk-222'],
  ['Subject', '=?gb18030?B?1tDO?= =?gb18030?B?xA==?=', '中文'],
  ['Subject', '=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', '日本'],
  ['Subject', '=?x-unknown?Q?Pe=F1a?=', 'Peña'],
  ['Subject', '\r\n\t=?utf-8?Q?Pe=C3?=\r\n =?utf-8?Q?=B1a?=', 'Peña'],
  ['Subject', '\tActivity\r\n \r\n\t in\r\n\t\r\n Case', 'Activity in Case'],
])('a %s is decoded and unfolded as mail programs do: %j', async (_, value, shown) => {
  const decoded = await decodeMessage(
    Buffer.from(
      `From: a@b.example\r\nSubject:${value.startsWith('\r\n') || value.startsWith('\t') ? '' : ' '}${value}\r\n\r\nx`,
    ),
  )
  expect('message' in decoded && decoded.message.subject).toBe(shown)
})

describe('a header that was folded on the way', () => {
  const refolded = (raw: Buffer, from: string | RegExp, to: string) =>
    Buffer.from(raw.toString('latin1').replace(from, to), 'latin1')

  test.each([
    ['with tabs', /^Subject: Activity in/m, 'Subject:\r\n\t Activity \r\n\t\t in'],
    ['with lines of blanks only', /^Subject: Activity in/m, 'Subject: Activity\r\n \t\r\n in'],
    ['the sender’s', /^From: /m, 'From:\r\n\t'],
  ])('still proves the same words where a signature allows it: %s', async (_, from, to) => {
    const signed = signAs(written('Acme'), { way: 'cmecf2025', domain })
    const changed = refolded(signed, from, to)
    expect(changed).not.toEqual(signed)
    expect(await read(changed)).toMatchObject({ trust: 'verified', words: 'Acme' })
    expect((await read(refolded(signAs(written('Acme'), { way: 'cmecf2024', domain }), from, to))).trust).toBe(
      'unverified',
    )
  })

  test.each([
    ['an empty line, behind which the rest is body', /^Subject: Activity in/m, 'Subject: Activity\r\n\r\n in'],
    ['a bare line feed', /^Subject: Activity in/m, 'Subject: Activity\nSubject: Judgment in'],
    ['a fold within a word', /^Subject: Activity in/m, 'Subject: Acti\r\n vity in'],
    ['another sender in a further line', /^From: (.*)$/m, 'From: $1\r\n ,bob@evil.example'],
    ['another sender in front', /^From: /m, 'From: bob@evil.example,\r\n\t'],
  ])('proves nothing with %s', async (_, from, to) => {
    const changed = refolded(signAs(written('Acme'), { way: 'cmecf2025', domain }), from, to)
    expect((await read(changed)).trust).toBe('unverified')
  })
})
