import { describe, expect, test } from 'vitest'
import { parseAuthenticationResults } from './authentication-results.ts'
import { providerOf } from './mailbox-provider.ts'
import { foundCourt, type MailboxName, resultsOf } from './testing/witnessed-mail.ts'
import { findDelivered, findServerIn } from './witness.ts'

const court = 'ared.uscourts.gov'
const from = `ecf@${court}`
const proven = { domain: court, isByDmarc: true }

describe('results say whose server delivered a message', () => {
  const serverIn = (text: string, address = from) => {
    const parsed = parseAuthenticationResults(text)
    return parsed && findServerIn(parsed, address)
  }
  const spf = `spf=pass smtp.mailfrom=ecf@${court}`
  const dmarc = `dmarc=pass header.from=${court}`

  test('with DMARC passed, or without any', () => {
    expect(serverIn(`${spf}; ${dmarc}`)).toEqual(proven)
    expect(serverIn(`${spf}; dmarc=Pass header.from=ARED.uscourts.gov`, from.toUpperCase())).toEqual(proven)
    for (const without of ['', `; dmarc=none header.from=${court}`, `; dmarc=bestguesspass header.from=${court}`])
      expect(serverIn(spf + without)).toEqual({ domain: court, isByDmarc: false })
  })

  test.each([
    ['no SPF', dmarc],
    ['SPF failed', `spf=fail smtp.mailfrom=${court}; ${dmarc}`],
    ['SPF twice', `${spf}; ${spf}; ${dmarc}`],
    ['SPF of no address', `spf=pass; ${dmarc}`],
    ['SPF of an empty address', `spf=pass smtp.mailfrom=""; ${dmarc}`],
    ['SPF of an address without a domain', `spf=pass smtp.mailfrom=ecf@; ${dmarc}`],
    ['SPF of two addresses', `${spf} smtp.mailfrom=x@evil.example; ${dmarc}`],
    ['SPF of the name of a server', `spf=pass smtp.helo=${court}; ${dmarc}`],
    ['DMARC failed', `${spf}; dmarc=fail header.from=${court}`],
    ['DMARC that could not be asked', `${spf}; dmarc=temperror header.from=${court}`],
    ['DMARC of another sender', `${spf}; dmarc=pass header.from=evil.example`],
    ['DMARC of no sender', `${spf}; dmarc=pass`],
    ['DMARC of two senders', `${spf}; ${dmarc} header.from=${court}`],
    ['no DMARC for another sender', `${spf}; dmarc=none header.from=evil.example`],
    ['DMARC twice', `${spf}; ${dmarc}; ${dmarc}`],
    ['no DMARC twice', `${spf}; dmarc=none header.from=${court}; dmarc=none header.from=${court}`],
  ])('but not with %s', (_, text) => {
    expect(parseAuthenticationResults(text)).toBeDefined()
    expect(serverIn(text)).toBeUndefined()
  })
})

/** Whose server delivered a message with these headers to the mailbox. */
const delivered = (mailbox: MailboxName, ...lines: readonly string[]) =>
  findDelivered(Buffer.from([...lines, `From: ${from}`, '', 'words'].join('\r\n'), 'latin1'), {
    provider: providerOf(mailbox),
    from,
  })
const results = (mailbox: MailboxName) => `Authentication-Results: ${resultsOf(mailbox, foundCourt(court))}`
const hop = (by: string, peer?: string) =>
  `Received: ${peer ? `from ${peer} (a [1.2.3.4]) ` : ''}by ${by} (b) with X; today`
const named = 'Authentication-Results: mx.other.example; spf=fail'

const google = 'mx.google.com'
const fromCourt = hop(google, 'icmecf101.gtwy.uscourts.gov')
describe('in a mailbox of Google, results count', () => {
  const all = [fromCourt, results(google)]

  test('below the server that records the delivery', () => {
    expect(delivered(google, ...all)).toEqual(proven)
    expect(delivered(google, hop('2002:a05:6102:22c6:0:0:0:0'), hop('10.1.2.3', google), ...all)).toEqual(proven)
  })

  test('whatever other servers found before, even if no one can read it', () => {
    for (const other of [
      named,
      'Authentication-Results: mx.other.example; odd (',
      `Authentication-Results: ${court} 2; x`,
    ])
      expect(delivered(google, ...all, hop('mx.other.example', 'a.example'), other), other).toEqual(proven)
  })

  test.each<[string, readonly string[]]>([
    ['if there are none', [fromCourt]],
    ['of another name alone', [fromCourt, named]],
    ['of another name on top', [fromCourt, named, results(google)]],
    ['that can’t be read', [fromCourt, `${results(google)} (`]],
    ['above the server that records the delivery', [results(google), fromCourt]],
    ['above all servers', [results(google)]],
    ['below the server of another', [hop('mx.other.example', google), ...all]],
    ['below the server of a name that ends the same', [hop('evilgoogle.com'), ...all]],
    ['below a server that can’t be read', ['Received: odd', ...all]],
    ['below a server in a comment', [`Received: (from a by ${google})`, ...all]],
    ['below a server in a comment that does not end', [`Received: from a (b by ${google}`, ...all]],
    ['with others in the same name', [...all, results(google)]],
    ['with others in the same name that say nothing', [...all, `Authentication-Results: ${google}; none`]],
    ['with others in the same name in capital letters', [...all, `Authentication-Results: MX.Google.com; none`]],
    ['with others that can’t be read and have the same name', [...all, `Authentication-Results: MX.Google.COM; odd (`]],
  ])('not %s', (_, lines) => {
    expect(delivered(google, ...lines)).toBeUndefined()
  })

  test('below a server with comments in comments, but not deeper than servers write them', () => {
    const nested = (depth: number) => `Received: ${'('.repeat(depth)}a${')'.repeat(depth)} by ${google}; today`
    expect(delivered(google, nested(5), ...all)).toEqual(proven)
    expect(delivered(google, nested(6), ...all)).toBeUndefined()
  })
})

const microsoft = 'microsoft365'
const frontDoor = 'BN8NAM11FT034.mail.protection.outlook.com'
const inside = hop('CY5PR02MB9000.namprd02.prod.outlook.com', 'BN9PR03CA0361.outlook.office365.com')
describe('in a mailbox of Microsoft 365, results count', () => {
  const all = [results(microsoft), hop(frontDoor, 'icmecf101.gtwy.uscourts.gov')]

  test('above the server that records the delivery', () => {
    expect(delivered(microsoft, ...all)).toEqual(proven)
    expect(delivered(microsoft, inside, ...all)).toEqual(proven)
    expect(delivered(microsoft, ...all, named)).toEqual(proven)
  })

  test.each<[string, readonly string[]]>([
    ['without the server that records the delivery', [results(microsoft)]],
    ['above a server that can’t be read', [results(microsoft), 'Received: odd', ...all.slice(1)]],
    ['above the server of another', [results(microsoft), hop('mx.other.example', 'a.example')]],
    [
      'above a server that sends for everyone',
      [results(microsoft), hop('A.outbound.protection.outlook.com', 'a.example')],
    ],
    ['below the server of another', [hop('mx.other.example', frontDoor), ...all]],
    ['below a delivery from elsewhere', [hop(frontDoor, 'relay.evil.example'), ...all]],
    ['below a delivery from no one', [hop(frontDoor), ...all]],
    ['below a server that can’t be read', ['Received: odd', ...all]],
    ['with others that have no name either', [...all, results(microsoft)]],
    ['with others that can’t be read', [...all, 'Authentication-Results: mx.other.example; odd (']],
    [
      'of a named server',
      [`Authentication-Results: outlook.com; ${resultsOf(microsoft, foundCourt(court))}`, ...all.slice(1)],
    ],
  ])('not %s', (_, lines) => {
    expect(delivered(microsoft, ...lines)).toBeUndefined()
  })
})

const firm = 'mx.firm.example'
describe('in a mailbox of a server of the firm’s own, results count', () => {
  const peer = hop(firm, 'icmecf101.gtwy.uscourts.gov')

  test('above the server that records the delivery, and below it', () => {
    expect(delivered(firm, results(firm), peer)).toEqual(proven)
    expect(delivered(firm, peer, results(firm))).toEqual(proven)
    expect(delivered(firm, hop('imap.firm.example', firm), peer, results(firm))).toEqual(proven)
  })

  test('not without that server, nor next to another’s', () => {
    expect(delivered(firm, results(firm))).toBeUndefined()
    expect(delivered(firm, results(firm), hop('mx.other.example', 'a.example'), peer)).toBeUndefined()
    expect(delivered(firm, hop('mx.other.example', firm), peer, results(firm))).toBeUndefined()
  })
})
