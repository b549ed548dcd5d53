import { fromCourt, nef, type Scenario, sealedBy, tryScenarios } from './testing/trust-scenarios.ts'

/** Who may sign and deliver for a court, and what a forwarding service must have seen. */
const accepted: readonly Scenario[] = [
  {
    name: 'court, signed by the mail servers of the judiciary',
    mail: { body: nef, signedBy: 'gtwy.uscourts.gov' },
    trust: 'verified',
    reason: /gtwy\.uscourts\.gov \(DKIM\)/,
  },
  {
    name: 'court, signed by a name below its own',
    mail: { body: nef, signedBy: 'mail.cand.uscourts.gov' },
    trust: 'verified',
    reason: /mail\.cand\.uscourts\.gov \(DKIM\)/,
  },
]

const neighbors: readonly Scenario[] = [
  ...[
    ['ECF-CACD@cacd.uscourts.gov', 'nysb.uscourts.gov'],
    ['ACMS@ca2.fedcourts.us', 'ca9.fedcourts.us'],
    ['no-reply@efilingmail.tylertech.cloud', 'other.tylertech.cloud'],
    ['noreply@efilingmail.tylertech.cloud', 'x.other.tylertech.cloud'],
  ].map(
    ([from = '', neighbor = '']): Scenario => ({
      name: `${from}, signed by its neighbor ${neighbor}`,
      mail: { from, body: nef, signedBy: neighbor },
      trust: 'unverified',
      reason: new RegExp(`it is signed by ${neighbor}, which is not the sender's domain`),
    }),
  ),
  {
    name: 'court, unsigned, the server of another court',
    mail: { from: 'ECF-CACD@cacd.uscourts.gov', body: nef },
    origin: { ...fromCourt, mailFrom: 'ecf@nysb.uscourts.gov' },
    trust: 'unverified',
    reason: /no signature.*belongs to another domain/,
  },
  {
    name: 'a trusted forwarder received it from the server of another court',
    mail: { body: nef },
    change: sealedBy('google.com', 'pass', 'cand.uscourts.gov', { mailFrom: 'ecf@nysb.uscourts.gov' }),
    trustedForwarders: ['google.com'],
    trust: 'unverified',
    reason: /no signature/,
  },
]

const seals: readonly Scenario[] = [
  ...[
    { name: 'a seal with SPF failed', found: { spf: 'fail' } },
    { name: 'a seal without SPF', found: { spf: 'none' } },
    { name: 'a seal with SPF of a stranger', found: { mailFrom: 'x@evil.example' } },
    { name: 'a seal with SPF of no one', found: { mailFrom: '' } },
    { name: 'a seal with two SPF results', found: { spf: 'pass smtp.mailfrom=cand.uscourts.gov; spf=fail' } },
  ].map(
    ({ name, found }): Scenario => ({
      name,
      mail: { body: nef },
      change: sealedBy('google.com', 'pass', 'cand.uscourts.gov', found),
      trustedForwarders: ['google.com'],
      trust: 'unverified',
      reason: /no signature/,
    }),
  ),
]

tryScenarios([...accepted, ...neighbors, ...seals])
