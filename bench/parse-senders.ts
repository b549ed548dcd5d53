import type { Message } from '../packages/server/src/courts/message/message.ts'
import { decodeMessage } from '../packages/server/src/courts/message/mime.ts'
import { examineWith } from '../packages/server/src/mail/sender-evidence.ts'
import { makeDns } from '../packages/server/src/mail/testing/court-mail.ts'
import { courtMails, signAs, unsignedMail } from '../packages/server/src/mail/testing/signed-mail.ts'
import { foundCourt, receivedBy, resultsOf, withBanner } from '../packages/server/src/mail/testing/witnessed-mail.ts'
import { checkSender } from '../packages/server/src/mail/trust.ts'

export interface Sample {
  raw: Buffer
  message: Message
}

const examine = examineWith(makeDns().resolve)
const origin = { authserv: 'microsoft365' }

/**
 * The sender check of notices in a mailbox of Microsoft 365, signed in each way that courts sign: with the signature
 * intact, with one that a banner broke, so that only the provider says who sent it, and with nothing that proves it.
 * The DNS answers from memory.
 */
export async function loadSenderChecks(): Promise<(readonly [name: string, samples: Sample[]])[]> {
  return [
    ['sender check: signature', await samplesOf({ isChanged: false, spf: 'pass' })],
    ['sender check: the provider of the mailbox', await samplesOf({ isChanged: true, spf: 'pass' })],
    ['sender check: unproven', await samplesOf({ isChanged: true, spf: 'fail' })],
  ]
}

async function samplesOf({ isChanged, spf }: { isChanged: boolean; spf: string }): Promise<Sample[]> {
  const samples = courtMails.map(async (mail) => {
    const signed = signAs(unsignedMail(mail), mail)
    const domain = /^from:.*@([\w.-]+)/im.exec(signed.toString('latin1'))?.[1] ?? ''
    const results = resultsOf('microsoft365', { ...foundCourt(domain), spf })
    const raw = receivedBy('microsoft365', isChanged ? withBanner(signed) : signed, { results })
    const decoded = await decodeMessage(raw)
    if ('problem' in decoded) throw new Error(`${mail.name}: ${decoded.problem}`)
    const sample = { raw, message: decoded.message }
    const { trust, sentence } = await checkOnce(sample)
    if (trust !== (spf === 'pass' ? 'verified' : 'unverified')) throw new Error(`${mail.name}: ${sentence}`)
    return sample
  })
  return Promise.all(samples)
}

export function checkOnce({ raw, message }: Sample) {
  return checkSender(raw, { message, origin, examine })
}
