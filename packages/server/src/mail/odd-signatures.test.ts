import { expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import { examineWith } from './sender-evidence.ts'
import { makeDns, makeMail, timeoutMs } from './testing/court-mail.ts'
import { type CourtMail, courtMails, signAs, unsignedMail } from './testing/signed-mail.ts'
import { sealedBy } from './testing/trust-scenarios.ts'
import { checkSender } from './trust.ts'

const mail = courtMails[1] as CourtMail

async function check(raw: Buffer) {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const examine = examineWith(makeDns().resolve)
  const options = { message: decoded.message, origin: {}, examine, timeoutMs, trustedForwarders: ['google.com'] }
  return checkSender(raw, options)
}

const checkSigned = (odd: Parameters<typeof signAs>[3]) => check(signAs(unsignedMail(mail), mail, new Date(), odd))

test('the court’s own signature counts', async () => {
  expect((await checkSigned({})).trust).toBe('verified')
})

test.each([
  ['with SHA-1', { hash: 'sha1' }, 'its signature is not valid'],
  ['with two lists of what it covers', { tags: ['h=from:to:subject:content-type:mime-version'] }, "doesn't cover"],
] as const)('a signature %s proves nothing', async (_, odd, why) => {
  const { trust, sentence } = await checkSigned(odd)
  expect(trust).toBe('unverified')
  expect(sentence).toContain(why)
})

test('a forwarding service’s seal counts only if DMARC passed there', async () => {
  const sealed = async (dmarc: string) => check(await sealedBy('google.com', dmarc)(await makeMail()))
  expect((await sealed('pass')).trust).toBe('forwarded')
  expect((await sealed('none')).trust).toBe('unverified')
})
