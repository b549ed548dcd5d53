import { expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import { examineWith } from './sender-evidence.ts'
import { makeDns, timeoutMs } from './testing/court-mail.ts'
import { type CourtMail, courtMails, signAs, unsignedMail } from './testing/signed-mail.ts'
import { checkSender } from './trust.ts'

const mail = courtMails[1] as CourtMail

async function checkSigned(odd: Parameters<typeof signAs>[3]) {
  const raw = signAs(unsignedMail(mail), mail, new Date(), odd)
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const examine = examineWith(makeDns().resolve)
  return checkSender(raw, { message: decoded.message, origin: {}, examine, timeoutMs })
}

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
