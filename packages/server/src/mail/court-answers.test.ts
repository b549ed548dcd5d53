import { expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import { courtNotice } from '../notices/pipeline/checked-item.fixture.ts'
import type { Origin } from './origin.ts'
import { examineWith } from './sender-evidence.ts'
import { courtServer, makeDns, makeMail, timeoutMs } from './testing/court-mail.ts'
import { forwardWhole } from './testing/trust-scenarios.ts'
import { checkSender } from './trust.ts'

const number = '3:26-cv-04417'
const fromServer: Origin = { ...courtServer, mailFrom: 'jane@cand.uscourts.gov' }

/** What a stranger wrote to a clerk: a notice, word for word as the court's system writes it. */
const forged = async () => (await courtNotice(number)).toString().split('\r\n\r\n').slice(1).join('\r\n\r\n')

const headers = (from: string) =>
  `<div><b>From:</b> ${from}<br><b>Sent:</b> Monday, September 7, 2026 9:00 AM<br><b>Subject:</b> Activity in Case ${number}</div>`

/** A message of a person at the court, by their signature. */
const fromClerk = async (subject: string, above: string) =>
  makeMail({
    from: 'Jane Clerk <jane_clerk@cand.uscourts.gov>',
    subject,
    body: `<p>Please ask the help desk.</p>${above}${await forged()}`,
    signedBy: 'cand.uscourts.gov',
  })

async function check(raw: Buffer, origin: Origin) {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  return checkSender(raw, { message: decoded.message, origin, examine: examineWith(makeDns().resolve), timeoutMs })
}

const activity = `Activity in Case ${number} Doe v. Roe Order`
const answers: readonly [string, () => Promise<Buffer>][] = [
  ['an answer by its subject', () => fromClerk(`RE: ${activity}`, '')],
  ['an answer behind a gateway’s mark', () => fromClerk(`[EXTERNAL] Re: ${activity}`, '')],
  ['a report that repeats what could not be delivered', () => fromClerk(`Undeliverable: ${activity}`, '')],
  ['a report of another mail server', () => fromClerk('Mail delivery failed: returning message to sender', '')],
  ['a forward', () => fromClerk(`Fwd: ${activity}`, '')],
  ['a quote below a header block', () => fromClerk(activity, headers('Mallory &lt;m@evil.example&gt;'))],
  ['a quote that names the court', () => fromClerk(activity, headers('ECF-CAND@cand.uscourts.gov'))],
  ['a quote of Gmail', () => fromClerk(activity, '<p>On Mon, Sep 7, 2026 at 9:00 AM Mallory wrote:</p>')],
  ['a quote of Outlook', () => fromClerk(activity, '<p>-----Original Message-----</p>')],
]

test.each(answers)('the court’s signature and server prove nothing of %s', async (_, write) => {
  const raw = await write()
  for (const origin of [{}, fromServer]) {
    const { trust, sentence, believed } = await check(raw, origin)
    expect([trust, believed]).toEqual(['unverified', undefined])
    expect(sentence).toContain('it answers or forwards a message, and nothing proves who wrote what it quotes')
  }
})

test.each(answers)('attached to someone’s forward, %s isn’t an original of the court', async (_, write) => {
  const raw = await makeMail(forwardWhole([await write()], { from: 'bob@evil.example' }))
  expect(await check(raw, {})).toMatchObject({ trust: 'unverified' })
})

test('the court’s own notice is proven as before', async () => {
  const raw = await courtNotice(number, 'cand.uscourts.gov')
  for (const origin of [{}, fromServer]) expect(await check(raw, origin)).toMatchObject({ trust: 'verified' })
  const forward = await makeMail(forwardWhole([raw], { from: 'bob@evil.example' }))
  expect(await check(forward, {})).toMatchObject({ trust: 'forwarded' })
})
