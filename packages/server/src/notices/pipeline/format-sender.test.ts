import { expect, test } from 'vitest'
import { decodeMessage } from '../../courts/message/mime.ts'
import { examineWith } from '../../mail/sender-evidence.ts'
import { makeDns, makeMail, timeoutMs } from '../../mail/testing/court-mail.ts'
import { checkSender } from '../../mail/trust.ts'
import { isBelieved } from './trust-gate.ts'

const clerk = 'no-reply@clerk.county.example'

async function check(signedBy: string | undefined, from = clerk) {
  const raw = await makeMail({ from, body: '<p>Case No. 26-1</p>', ...(signedBy ? { signedBy } : {}) })
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  return checkSender(raw, {
    message: decoded.message,
    origin: {},
    formatsOf: async (address) => (address === clerk ? ['firm:County clerk'] : []),
    examine: examineWith(makeDns().resolve),
    timeoutMs,
  })
}

const as = (result: Awaited<ReturnType<typeof check>>, format: string) =>
  isBelieved({ results: { authenticate: result, parse: { notice: { format } } }, vouch: undefined })

test('a sender listed in a format of the firm is trusted once verified, for messages in that format', async () => {
  const result = await check('clerk.county.example')
  expect(result).toMatchObject({ trust: 'verified', onlyFor: ['firm:County clerk'] })
  expect(result.proof).toContain(`Sent by ${clerk}, proven by DKIM`)
  expect(as(result, 'firm:County clerk')).toBe(true)
})

test("it isn't trusted for court notices, other formats, or messages not yet parsed", async () => {
  const result = await check('clerk.county.example')
  expect(as(result, 'cmecf-nef')).toBe(false)
  expect(as(result, 'firm:Another')).toBe(false)
  expect(isBelieved({ results: { authenticate: result }, vouch: undefined })).toBe(false)
})

test.each([
  ['unsigned', undefined, clerk],
  ['signed by someone else', 'evil.example', clerk],
  ['from a neighbor of the sender', 'clerk.county.example', 'other@clerk.county.example'],
  ['from a domain below it', 'x.clerk.county.example', 'no-reply@x.clerk.county.example'],
])('a message that is %s is not trusted', async (_, signedBy, from) => {
  const result = await check(signedBy, from)
  expect(result).toMatchObject({ trust: 'unverified' })
  expect(as(result, 'firm:County clerk')).toBe(false)
})
