import { isCourtDomain } from '../courts/directory/look-alike.ts'
import { type AddressSpace, describeSpace } from './address-space.ts'

/** Returns a sentence if no firm may own the domain, because people at many firms or courts use it. */
export function whyNeverOwned(space: AddressSpace): string | undefined {
  const { domain, localPart } = space
  if (isCourtDomain(domain))
    return `${describeSpace(space)} belongs to a court or an e-filing system, and can't be a firm's.`
  if (localPart !== undefined) return undefined
  if (!domain.includes('.') && domain !== 'localhost')
    return `${domain} is a suffix of many domains. Enter the firm's own, such as ${domain === 'com' ? 'firm.com' : 'firm.example'}.`
  const provider = publicMail.find(
    (name) => domain === name || domain.endsWith(`.${name}`) || name.endsWith(`.${domain}`),
  )
  if (provider === undefined) return undefined
  return `${domain} is open to everyone: people who have nothing to do with the firm have addresses there.`
}

/**
 * Domains where anyone can get an address. So can everyone in their subdomains, and any parent domain includes them.
 */
const publicMail: readonly string[] = [
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'passport.com'],
  ...['outlook.de', 'hotmail.co.uk', 'hotmail.fr', 'live.co.uk', 'onmicrosoft.com', 'windowslive.com'],
  ...['yahoo.com', 'ymail.com', 'rocketmail.com', 'yahoo.co.uk', 'yahoo.ca', 'aol.com', 'aim.com', 'verizon.net'],
  ...['icloud.com', 'me.com', 'mac.com', 'privaterelay.appleid.com', 'proton.me', 'protonmail.com', 'pm.me'],
  ...['tutanota.com', 'tuta.com', 'tuta.io', 'fastmail.com', 'fastmail.fm', 'hushmail.com', 'zoho.com', 'zohomail.com'],
  ...[
    'gmx.com',
    'gmx.net',
    'gmx.us',
    'gmx.de',
    'web.de',
    'mail.com',
    'email.com',
    'usa.com',
    'lawyer.com',
    'attorney.com',
  ],
  ...['comcast.net', 'xfinity.com', 'att.net', 'sbcglobal.net', 'bellsouth.net', 'pacbell.net', 'ameritech.net'],
  ...['swbell.net', 'prodigy.net', 'cox.net', 'charter.net', 'spectrum.net', 'roadrunner.com', 'rr.com', 'twc.com'],
  ...[
    'earthlink.net',
    'mindspring.com',
    'netzero.net',
    'juno.com',
    'frontier.com',
    'frontiernet.net',
    'windstream.net',
  ],
  ...['centurylink.net', 'centurytel.net', 'embarqmail.com', 'q.com', 'optonline.net', 'optimum.net', 'suddenlink.net'],
  ...['mchsi.com', 'cableone.net', 'tds.net', 'hawaiiantel.net', 'rogers.com', 'shaw.ca', 'sympatico.ca', 'bell.net'],
  ...['yandex.com', 'yandex.ru', 'mail.ru', 'qq.com', '163.com', '126.com', 'naver.com', 'hey.com', 'duck.com'],
  ...[
    'mozmail.com',
    'simplelogin.com',
    'anonaddy.com',
    'mailinator.com',
    'guerrillamail.com',
    'yopmail.com',
    'inbox.com',
  ],
]
