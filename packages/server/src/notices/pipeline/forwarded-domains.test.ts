import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import { expect, test } from 'vitest'
import { makeMail } from '../../mail/testing/court-mail.ts'
import { quoted } from '../../mail/testing/trust-scenarios.ts'
import { attachedTo, checkedItem, courtNotice } from './checked-item.fixture.ts'
import { ignoreReasons } from './ignore-reasons.ts'
import type { SenderResult, Work } from './stage.ts'
import { authenticateStage } from './stages/authenticate.ts'
import { parseStage } from './stages/parse.ts'

const cand = () => courtNotice('3:26-cv-04417-RS', 'cand.uscourts.gov')
const nysd = () => courtNotice('3:26-cv-05001-JD', 'nysd.uscourts.gov', 'ecf@nysd.uscourts.gov')

/** Why a message is ignored when its sender is checked; undefined if it isn't. */
async function whyIgnored(raw: Buffer, lists: Partial<Firm>): Promise<string | undefined> {
  const { item, deps } = checkedItem(raw, lists)
  const outcome = await authenticateStage.run(item(), deps)
  return outcome.kind === 'ignore' ? outcome.sentence : undefined
}

const accepts = (...acceptedEmailDomains: string[]) => ({ acceptedEmailDomains })
const notAccepted = ignoreReasons.domainNotAccepted('firm.example')

test("a forward is accepted by the domain of its court, if the attached original has the court's signature", async () => {
  expect(await whyIgnored(await attachedTo([await cand()]), accepts('uscourts.gov'))).toBeUndefined()
  expect(await whyIgnored(await attachedTo([await cand()]), accepts('nysd.uscourts.gov'))).toBe(notAccepted)
})

test("the court's domain can't be borrowed by quoting it or by attaching what it didn't sign", async () => {
  const unsigned = await courtNotice('3:26-cv-04417-RS')
  const byStranger = await courtNotice('3:26-cv-04417-RS', 'evil.example')
  const inline = await makeMail({ from: 'jane@firm.example', body: quoted, signedBy: 'firm.example' })
  for (const raw of [inline, await attachedTo([unsigned]), await attachedTo([byStranger])])
    expect(await whyIgnored(raw, accepts('uscourts.gov'))).toBe(notAccepted)
})

test('one original without a signature is enough not to accept the message', async () => {
  const both = await attachedTo([await cand(), await courtNotice('3:26-cv-05001-JD')])
  expect(await whyIgnored(both, accepts('uscourts.gov'))).toBe(notAccepted)
})

test('a forward of the domain that the firm lists for its own mail is accepted whatever it contains', async () => {
  expect(await whyIgnored(await attachedTo([await cand()]), accepts('firm.example'))).toBeUndefined()
})

test("a court's mail is ignored by its domain also when it is forwarded with the court's signature", async () => {
  const ignoredEmailDomains = ['cand.uscourts.gov']
  const forwarded = await attachedTo([await cand()])
  expect(await whyIgnored(forwarded, { ignoredEmailDomains })).toBe(ignoreReasons.ignoredDomain('cand.uscourts.gov'))
  expect(await whyIgnored(await attachedTo([await courtNotice('3:26-cv-1')]), { ignoredEmailDomains })).toBeUndefined()
})

test('of several originals, each is ignored or accepted for itself', async () => {
  const raw = await attachedTo([await cand(), await nysd()])
  const { item, deps } = checkedItem(raw, accepts('nysd.uscourts.gov'))
  const whole = await authenticateStage.run(item(), deps)
  const authenticate = ('result' in whole ? whole.result : {}) as SenderResult
  expect(authenticate.originalIds).toHaveLength(2)
  const partOf = (originalId = ''): Partial<Work> => ({
    origin: { part: { start: 0, end: 0, originalId } },
    results: { authenticate: { ...authenticate, originalIds: [originalId] } },
  })
  const [first, second] = (authenticate.originalIds ?? []).map((id) => item(partOf(id)))
  if (!first || !second) throw new Error('an original is missing')
  expect(await parseStage.run(first, deps)).toMatchObject({ kind: 'ignore', sentence: notAccepted })
  expect(await authenticateStage.run(first, deps)).toMatchObject({ kind: 'ignore', sentence: notAccepted })
  expect(await parseStage.run(second, deps)).toMatchObject({ kind: 'done' })
  expect(await whyIgnored(raw, accepts('txs.uscourts.gov'))).toBe(notAccepted)
})

test('a forward about which the DNS gave no answer waits for a person', async () => {
  const { item, deps, dns } = checkedItem(await attachedTo([await cand()]), accepts('uscourts.gov'))
  dns.isDown = true
  expect(await authenticateStage.run(item({ attempts: 1 }), deps)).toMatchObject({ kind: 'retry' })
  expect(await authenticateStage.run(item({ attempts: 3 }), deps)).toMatchObject({
    kind: 'done',
    result: { trust: 'unverified' },
  })
})

test('a message without an attached message is ignored without a question to the DNS', async () => {
  const { item, deps, dns } = checkedItem(await makeMail({ from: 'x@spam.example' }), accepts('uscourts.gov'))
  const outcome = await authenticateStage.run(item(), deps)
  expect(outcome).toMatchObject({ kind: 'ignore', sentence: ignoreReasons.domainNotAccepted('spam.example') })
  expect(dns.asked).toEqual([])
})
