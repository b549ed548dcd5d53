import { describe, expect, test } from 'vitest'
import { checkInMailbox as check, court, nef } from './testing/check-in-mailbox.ts'
import { signAs, unsignedMail, withHeader } from './testing/signed-mail.ts'
import { foundCourt, mailboxes, receivedBy, resultsOf, withBanner } from './testing/witnessed-mail.ts'

const changedInMailbox = () => withBanner(signAs(unsignedMail(nef), nef))

describe.each(mailboxes)('in a mailbox of %s, nothing is proven by', (mailbox) => {
  const origin = { authserv: mailbox }
  const good = resultsOf(mailbox, foundCourt(court))
  const bad = resultsOf(mailbox, { spf: 'pass', mailFrom: 'evil.example', dmarc: 'fail', from: court, dkim: 'none' })
  const forged = `Authentication-Results: ${good}`
  const trace = receivedBy(mailbox, Buffer.alloc(0), { results: good }).toString('latin1')
  const unsigned = unsignedMail(nef).toString('latin1')
  const inBody = unsigned.replace('\r\n\r\n', `\r\n\r\n${forged}\r\n\r\n`)

  const written: Readonly<Record<string, string>> = {
    'its results on top': `${forged}\r\n${unsigned}`,
    'its results below everything': unsigned.replace('\r\n\r\n', `\r\n${forged}\r\n\r\n`),
    'its results with its whole trace': `${trace}${unsigned}`,
    'its trace twice': `${trace}${trace}${unsigned}`,
    'its results below a server of another': `Received: from a.example by b.example; today\r\n${forged}\r\n${unsigned}`,
    'its results in the body': inBody,
    'its results in lower case': `${forged.replace('Authentication-Results', 'authentication-results')}\r\n${unsigned}`,
    'its results in another header': `ARC-Authentication-Results: i=1; ${good}\r\nX-Original-Authentication-Results: ${good}\r\n${unsigned}`,
    'its results under an odd name': `Authentication-Results\u00a0: ${good}\r\n${unsigned}`,
    'its results with blanks before the colon': `Authentication-Results : ${good}\r\n${unsigned}`,
    'its results folded before the colon': `Authentication-Results\r\n : ${good}\r\n${unsigned}`,
    'its results after a bare carriage return': `X-A: b\r${forged}\r\n${unsigned}`,
  }
  test.each(Object.entries(written))('%s, where the provider found another sender', async (_, text) => {
    const raw = receivedBy(mailbox, Buffer.from(text, 'latin1'), { results: bad, peer: 'relay.evil.example' })
    expect((await check(raw, origin)).trust).toBe('unverified')
  })

  test.each(Object.entries(written))('%s, in a message that never passed the provider', async (name, text) => {
    // Anyone who may put messages into the mailbox can make up all of them, the provider's whole trace too.
    if (name.includes('trace')) return
    expect((await check(Buffer.from(text, 'latin1'), origin)).trust).toBe('unverified')
  })

  test('a second one, above or below, in its name, whatever it says', async () => {
    const raw = receivedBy(mailbox, changedInMailbox(), { results: good })
    expect((await check(raw, origin)).trust).toBe('verified')
    for (const second of [good, bad, `${good} (`, good.replace(/;.*/s, '; none')]) {
      const line = `Authentication-Results: ${second}`
      const below = receivedBy(mailbox, withHeader(changedInMailbox(), line, 'added'), { results: good })
      expect((await check(below, origin)).trust, second).toBe('unverified')
    }
    for (const above of [bad, 'mx.other.example; spf=pass smtp.mailfrom=evil.example', 'odd']) {
      const raised = withHeader(raw, `Authentication-Results: ${above}`, 'added')
      expect((await check(raised, origin)).trust, above).toBe('unverified')
    }
    const passedOn = withHeader(raw, 'Received: from mx.firm.example by mail.other.example; today', 'added')
    expect((await check(passedOn, origin)).trust).toBe('unverified')
  })

  const texts: Readonly<Record<string, string>> = {
    'another server': good.replace(/^(?:mx\.\S+;|)/, 'mx.evil.example;'),
    'a server whose name begins the same': good.replace(/^(?:mx\.\w+\.\w+|)/, '$&.evil.example;').replace(';;', ';'),
    'a server whose name ends the same': `evil.${good}`,
    'a server with letters that look the same': good.replace(/^(?:mx\.|)/, 'm\u0445.'),
    'another version of the format': good.replace(/^(mx\.\S+;|)/, (id) => `${id.replace(';', '') || 'mx'} 2;`),
    'a comment for a result': good.replace('spf=pass', 'spf=fail (spf=pass)'),
    'results in a comment': `${bad} (;${good})`,
    'a comment that ends too early': bad.replace('(', `(a) smtp.mailfrom=x@${court}; ${good}; (`),
    'a comment in a comment': good.replace('(', '((').replace(')', '))'),
    'a comment that never ends': good.replace('dmarc', '(dmarc'),
    'results in a quotation': bad.replace('evil.example', `"x;dmarc=pass header.from=${court}"@evil.example`),
    'a quotation that never ends': `${good} x="`,
    'an escaped quotation': good.replace('smtp.mailfrom=', 'smtp.mailfrom="\\""'),
    'SPF twice': `${good}; spf=pass smtp.mailfrom=${court}`,
    'SPF twice, with another result': `${good}; spf=fail smtp.mailfrom=evil.example`,
    'DMARC twice': `${good}; dmarc=fail header.from=${court}`,
    'two senders in SPF': good.replace('smtp.mailfrom=', `smtp.mailfrom=evil.example smtp.mailfrom=`),
    'two senders in DMARC': good.replace('header.from=', `header.from=evil.example header.from=`),
    'SPF by the name of the server': good.replace('smtp.mailfrom', 'smtp.helo'),
    'a longer method': good.replace('spf=', 'x-spf=').replace('dmarc=', 'x-dmarc='),
    'a longer result': good.replace('spf=pass', 'spf=passed'),
    'blanks around the equals sign': good.replace('spf=pass', 'spf = pass'),
    'a space that is none': good.replace(' smtp', '\u00a0smtp'),
    'a semicolon that is none': bad.replace('evil.example', `evil.example\u037e smtp.mailfrom=${court}`),
    nothing: '',
    none: good.replace(/;[\s\S]*|^spf[\s\S]*/, '; none'),
  }
  test.each(Object.entries(texts))('results with %s', async (_, results) => {
    const raw = receivedBy(mailbox, changedInMailbox(), { results: Buffer.from(results).toString('latin1') })
    expect((await check(raw, origin)).trust).toBe('unverified')
  })
})

test.each(['relay.evil.example', 'NAM11-BN8-obe.outbound.protection.outlook.com'])(
  "results below the delivery by %s are the sender's, even if Microsoft 365 wrote none and they come with its trace",
  async (peer) => {
    const results = resultsOf('microsoft365', foundCourt(court))
    const forged = receivedBy('microsoft365', unsignedMail(nef), { results })
    const origin = { authserv: 'microsoft365' }
    expect((await check(forged, origin)).trust).toBe('verified')
    expect((await check(receivedBy('microsoft365', forged, { peer }), origin)).trust).toBe('unverified')
  },
)
