import { StalledError } from '@courtcrier/lib/watch-work.ts'
import { describe, expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import { checkOriginals } from './attached-originals.ts'
import type { CheckedMessage } from './sender-check.ts'
import { type Examine, examineWith } from './sender-evidence.ts'
import { makeDns, makeMail } from './testing/court-mail.ts'
import { type CourtMail, courtMails, signAs, unsignedMail, withHeader } from './testing/signed-mail.ts'
import { forwardWhole, nef } from './testing/trust-scenarios.ts'
import { BrokenOffError } from './why-not-examined.ts'

const court = 'cand.uscourts.gov'
const real = examineWith(makeDns().resolve)
const own = () => makeMail({ body: nef, signedBy: court })
const marked = (mark: string) => makeMail({ body: nef, headers: ['Content-Type: text/html', `X-Mark: ${mark}`] })

/** Checks a stranger's message with others attached whole, each examined as usual unless its mark says otherwise. */
async function check(originals: readonly Buffer[], marks: Readonly<Record<string, Examine>> = {}) {
  const raw = await makeMail(forwardWhole(originals, { from: 'bob@evil.example', encoding: 'base64' }))
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const examined: Parameters<Examine>[0][] = []
  const input: CheckedMessage = {
    raw,
    key: undefined,
    message: decoded.message,
    origin: { ip: '203.0.113.9', mailFrom: `ecf@${court}` },
    trustedForwarders: ['google.com'],
    findInsider: async () => undefined,
    receivesAt: async () => false,
    formatsOf: async () => [],
    formats: async () => [],
    examine: async (examination) => {
      examined.push(examination)
      const [, mark = ''] = /^X-Mark: (\w+)/m.exec(Buffer.from(examination.raw).toString('latin1')) ?? []
      return (marks[mark] ?? real)(examination)
    },
  }
  return { examined, check: checkOriginals(input) }
}

const checked = async (...given: Parameters<typeof check>) => (await check(...given)).check

const noAnswer: Examine = async (examination) => ({ ...(await real(examination)), hasDnsTrouble: true })
const failing =
  (error: Error): Examine =>
  async () => {
    throw error
  }

describe('an attached original', () => {
  test('is believed as its court signed it, and is what the list shows', async () => {
    const result = await checked([await own()])
    expect(result).toMatchObject({
      trust: 'forwarded',
      proof: `Forwarded by bob@evil.example; the signature of ${court} on the original is intact`,
      shown: { subject: 'Activity in Case 3:26-cv-04417-RS Doe v. Acme Motion to Dismiss' },
    })
    const [id = ''] = result?.originalIds ?? []
    expect(result?.believed).toEqual({
      [id]: { writer: court, reading: { encoding: 'binary', signed: expect.anything() } },
    })
  })

  test('is examined by itself: not by who delivered the forward, nor by a seal, nor with all its questions', async () => {
    const { examined, check: done } = await check([await own()])
    await done
    expect(examined).toEqual([{ raw: expect.anything(), origin: {}, trustedSealers: [], lookups: 12 }])
  })

  const evil = 'x@evil.example'
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['that is no message', () => Buffer.from('%PDF-1.7')],
    ['from no court', () => makeMail({ from: evil, body: nef, signedBy: 'evil.example' })],
    ['without a sender', async () => withHeader(await own(), 'From: ', 'removed')],
    ['with two subjects', async () => withHeader(await own(), 'Subject: Judgment', 'added')],
    ['with 21 signatures', async () => Buffer.from(`${'DKIM-Signature: v=1\r\n'.repeat(21)}${await own()}`)],
    [
      'with a header larger than any court’s',
      async () => withHeader(await own(), `X-A: ${'b'.repeat(300_000)}`, 'added'),
    ],
    ['with a line that programs read in more than one way', async () => withHeader(await own(), 'X-A : b', 'added')],
  ])('%s is not examined', async (_, make) => {
    const { examined, check: done } = await check([await make()])
    expect(await done).toBeUndefined()
    expect(examined).toEqual([])
  })

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['that is not signed', () => makeMail({ body: nef })],
    ['that a stranger signed', () => makeMail({ body: nef, signedBy: 'evil.example' })],
    ['of several senders', () => makeMail({ from: `ECF-CAND@${court}, x@${court}`, body: nef, signedBy: court })],
    ['that answers someone', () => makeMail({ subject: 'RE: Activity in Case', body: nef, signedBy: court })],
    [
      'whose signature says less than how it is read',
      async () => {
        const headers = ['Content-Type: multipart/mixed; boundary=b']
        const body = `--b\r\nContent-Type: text/html\r\n\r\n${nef}\r\n--b--\r\n`
        return signAs(await makeMail({ headers, body }), { way: 'cmecf2025', domain: court })
      },
    ],
  ])('%s proves nothing', async (_, make) => {
    const { examined, check: done } = await check([await make()])
    expect(await done).toBeUndefined()
    expect(examined).toHaveLength(1)
    const withAnother = await checked([await own(), await make()])
    expect(withAnother).toEqual({
      trust: 'unverified',
      sentence: 'Not proven: only 1 of its 2 attached messages has the intact signature of a court.',
    })
  })

  test('that the DNS says nothing of keeps all from being believed until it answers, and one that is signed does not', async () => {
    const quiet = await marked('quiet')
    const later = {
      trust: 'unverified',
      sentence: 'Not proven yet: DNS could not be queried about the attached original.',
      temporary: true,
    }
    expect(await checked([quiet], { quiet: noAnswer })).toEqual(later)
    for (const originals of [
      [quiet, await own()],
      [await own(), quiet],
    ])
      expect(await checked(originals, { quiet: noAnswer })).toEqual(later)
    const signed = await makeMail({ body: nef, headers: ['Content-Type: text/html', 'X-Mark: quiet'], signedBy: court })
    expect(await checked([signed], { quiet: noAnswer })).toMatchObject({ trust: 'forwarded' })
  })

  test('that can’t be read proves nothing, and says nothing about the others', async () => {
    const marks = { odd: failing(new TypeError('odd')) }
    expect(await checked([await marked('odd')], marks)).toBeUndefined()
    expect(await checked([await marked('odd'), await own()], marks)).toMatchObject({
      sentence: expect.stringContaining('only 1 of its 2 attached messages'),
    })
  })

  test.each([new BrokenOffError('it took too long'), new StalledError()])(
    'whose examination is broken off is tried again with the whole message: %s',
    async (error) => {
      await expect(checked([await marked('late'), await own()], { late: failing(error) })).rejects.toBe(error)
    },
  )
})

describe('a forward that was itself forwarded as an attachment', () => {
  const carried = async (originals: readonly Buffer[], more: Parameters<typeof makeMail>[0] = {}) =>
    makeMail({ ...forwardWhole(originals, { from: 'joe@firm.example', encoding: 'base64' }), ...more })

  test('is the words around the originals in it, which are all that is believed', async () => {
    const original = await own()
    const result = await checked([await carried([original])])
    expect(result).toMatchObject({ trust: 'forwarded', proof: expect.stringContaining('the original is intact') })
    expect(result?.originalIds).toEqual((await checked([original]))?.originalIds)
    expect(await checked([await carried([await carried([await own()])]), await own()])).toMatchObject({
      trust: 'forwarded',
      originalIds: [expect.anything(), expect.anything()],
    })
  })

  test.each<[string, () => Promise<readonly Buffer[]>]>([
    ['one in it is not signed', async () => [await carried([await own(), await makeMail({ body: nef })])]],
    [
      'another is attached that is not signed',
      async () => [await carried([await own()]), await makeMail({ body: nef })],
    ],
    ['it says that a court wrote it', async () => [await carried([await own()], { from: `ECF-CAND@${court}` })]],
    ['it is not signed and another is', async () => [await carried([await makeMail({ body: nef })]), await own()]],
    [
      'more are in it than are read',
      async () => [await own(), ...(await Promise.all(Array.from({ length: 6 }, async () => carried([await own()]))))],
    ],
  ])('waits for a person if %s', async (_, originals) => {
    expect(await checked(await originals())).toMatchObject({
      trust: 'unverified',
      sentence: expect.stringMatching(/only \d of its \d+ attached messages/),
    })
  })
})

describe('several attached originals', () => {
  const several = (count: number) => Promise.all(Array.from({ length: count }, own))

  test('are all believed, up to the number that is checked', async () => {
    const result = await checked(await several(10))
    expect(result).toMatchObject({
      trust: 'forwarded',
      proof: 'Forwarded by bob@evil.example; the signature of the court on the original is intact',
    })
    expect(result).not.toHaveProperty('shown')
    expect(Object.keys(result?.believed ?? {})).toEqual(result?.originalIds)
    expect(result?.originalIds).toHaveLength(10)
  })

  test('are not believed beyond that number, which the sentence then names', async () => {
    const [first, ...others] = await several(11)
    const sentence = 'Not proven: it has 11 attached messages, of which no more than 10 are checked.'
    expect(await checked([...others, first as Buffer])).toEqual({ trust: 'unverified', sentence })
    const bare = await makeMail({ body: nef })
    expect((await checked([bare, ...others]))?.sentence).toContain('only 9 of its 11')
  })

  test('are none if nothing is attached', async () => {
    expect(await checked([])).toBeUndefined()
  })

  test('are said to be of their senders if one is of an e-filing service', async () => {
    const tyler = 'efilingmail.tylertech.cloud'
    const service = await makeMail({ from: `no-reply@${tyler}`, signedBy: tyler })
    for (const originals of [
      [service, await own()],
      [await own(), service],
    ])
      expect((await checked(originals))?.proof).toContain('the signature of its sender on the original is intact')
    expect((await checked([service]))?.proof).toContain(`the signature of ${tyler} on the original`)
  })

  test('are said to be changed on the way if one of them was', async () => {
    const mail = courtMails[1] as CourtMail
    const changed = withHeader(signAs(unsignedMail(mail), mail), 'Content-Transfer-Encoding: base64', 'added')
    const remark = 'It was changed on the way; only what its sender signed was read.'
    for (const originals of [[changed], [changed, await own()], [await own(), changed]])
      expect((await checked(originals))?.sentence).toContain(remark)
    expect((await checked([await own(), await own()]))?.sentence).not.toContain(remark)
  })
})
