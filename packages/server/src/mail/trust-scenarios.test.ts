import { sign } from './testing/court-mail.ts'
import { fromCourt, fromFirm, nef, quoted, type Scenario, sealedBy, tryScenarios } from './testing/trust-scenarios.ts'

const proven: readonly Scenario[] = [
  {
    name: 'court, signed, own server',
    mail: { body: nef, signedBy: 'cand.uscourts.gov' },
    origin: fromCourt,
    trust: 'verified',
    reason: /DKIM.*SPF/,
  },
  {
    name: 'court, signed, other server',
    mail: { body: nef, signedBy: 'cand.uscourts.gov' },
    trust: 'verified',
    reason: /by its signature/,
  },
  {
    name: 'court, signed by uscourts.gov',
    mail: { body: nef, signedBy: 'uscourts.gov' },
    trust: 'verified',
    reason: /uscourts\.gov \(DKIM\)/,
  },
  {
    name: 'court, unsigned, own server',
    mail: { body: nef },
    origin: fromCourt,
    trust: 'verified',
    reason: /\(SPF\)\. It is not signed/,
  },
  {
    name: 'court, signed, read from a file',
    mail: { body: nef, signedBy: 'cand.uscourts.gov' },
    origin: {},
    trust: 'verified',
    reason: /is intact\.$/,
  },
  {
    name: 'court, second signature of a relay',
    mail: { body: nef, signedBy: 'cand.uscourts.gov' },
    change: (raw) => sign(raw, 'relay.example'),
    trust: 'verified',
    reason: /cand\.uscourts\.gov/,
  },
  {
    name: 'ACMS of the Ninth Circuit',
    mail: { from: 'ACMS@ca9.fedcourts.us', signedBy: 'ca9.fedcourts.us' },
    trust: 'verified',
    reason: /Ninth Circuit/,
  },
  {
    name: 'Supreme Court',
    mail: { from: 'no-reply@sc-us.gov', signedBy: 'sc-us.gov' },
    trust: 'verified',
    reason: /The Supreme Court of the United States sent it/,
  },
  {
    name: 'Texas appellate courts',
    mail: { from: 'noreply-tames@txcourts.gov', signedBy: 'txcourts.gov' },
    trust: 'verified',
    reason: /^The Texas appellate courts \(TAMES\) sent it/,
  },
  {
    name: 'Florida portal',
    mail: { from: 'eservice@myflcourtaccess.com', signedBy: 'myflcourtaccess.com' },
    trust: 'verified',
    reason: /^The Florida Courts E-Filing Portal sent it/,
  },
  {
    name: 'Tyler',
    mail: { from: 'no-reply@efilingmail.tylertech.cloud', signedBy: 'efilingmail.tylertech.cloud' },
    trust: 'verified',
    reason: /^Tyler's eFile & Serve/,
  },
  {
    name: 'Tax Court',
    mail: { from: 'noreply@dawson.ustaxcourt.gov', signedBy: 'dawson.ustaxcourt.gov' },
    trust: 'verified',
    reason: /United States Tax Court/,
  },
  {
    name: 'a verified notice that urges is the court\u2019s own affair',
    mail: { body: `${nef}Act immediately.`, signedBy: 'cand.uscourts.gov' },
    trust: 'verified',
    reason: /DKIM/,
  },
]

const passedOn: readonly Scenario[] = [
  {
    name: 'a colleague forwards, unproven',
    mail: { from: 'jane@firm.example', body: quoted },
    origin: fromFirm,
    trust: 'unverified',
    reason: /whose address is not proven: it has no signature/,
  },
  {
    name: 'a colleague forwards, signed',
    mail: { from: 'jane@firm.example', body: quoted, signedBy: 'firm.example' },
    origin: fromFirm,
    trust: 'forwarded',
    reason: /whose address is proven/,
  },
  {
    name: 'a colleague forwards a Tyler notice',
    mail: {
      from: 'jane@firm.example',
      body: '<b>From:</b> no-reply@efilingmail.tylertech.cloud<br>Filing Accepted',
      signedBy: 'firm.example',
    },
    origin: fromFirm,
    trust: 'forwarded',
    reason: /from Tyler's eFile & Serve/,
  },
  {
    name: 'a trusted forwarder vouches',
    mail: { body: nef },
    change: sealedBy('google.com', 'pass'),
    trustedForwarders: ['google.com'],
    trust: 'forwarded',
    reason: /google\.com confirms \(ARC\)/,
  },
  {
    name: 'a trusted forwarder saw no proof',
    mail: { body: nef },
    change: sealedBy('google.com', 'fail'),
    trustedForwarders: ['google.com'],
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'the forwarder is not trusted by this firm',
    mail: { body: nef },
    change: sealedBy('google.com', 'pass'),
    trustedForwarders: ['fastmail.com'],
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'the firm trusts no forwarder',
    mail: { body: nef },
    change: sealedBy('google.com', 'pass'),
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'a stranger seals',
    mail: { body: nef },
    change: sealedBy('evil.example', 'pass'),
    trustedForwarders: ['google.com'],
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'the forwarder vouches for another sender',
    mail: { body: nef },
    change: sealedBy('google.com', 'pass', 'evil.example'),
    trustedForwarders: ['google.com'],
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'the sealed message was changed',
    mail: { body: nef },
    change: async (raw) =>
      Buffer.from((await sealedBy('google.com', 'pass')(raw)).toString().replace('MOTION', 'ORDER')),
    trustedForwarders: ['google.com'],
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'a forward that its domain disowns',
    mail: { from: 'jane@firm.example', body: quoted },
    origin: fromFirm,
    dns: { '_dmarc.firm.example': 'v=DMARC1; p=reject' },
    trust: 'unverified',
    reason: /\(DMARC\)/,
  },
]

const unproven: readonly Scenario[] = [
  { name: 'court, forged', mail: { body: nef }, trust: 'unverified', reason: /no signature.*isn't one of the court's/ },
  {
    name: 'court, body changed',
    mail: { body: nef, signedBy: 'cand.uscourts.gov' },
    change: (raw) => Buffer.from(raw.toString().replace('MOTION', 'ORDER')),
    trust: 'unverified',
    reason: /signature is not valid/,
  },
  {
    name: 'court, signed by a stranger',
    mail: { body: nef, signedBy: 'evil.example' },
    trust: 'unverified',
    reason: /signed by evil\.example/,
  },
  {
    name: 'court, two From headers',
    mail: { body: nef, headers: ['Content-Type: text/html', 'From: x@evil.example'] },
    origin: fromCourt,
    trust: 'unverified',
    reason: /2 "from" headers/,
  },
  {
    name: 'Tyler, forged',
    mail: { from: 'no-reply@efilingmail.tylertech.cloud' },
    trust: 'unverified',
    reason: /says it is from Tyler's eFile & Serve/,
  },
  {
    name: 'an office of the judiciary',
    mail: { from: 'news@ao.uscourts.gov', body: 'News' },
    trust: 'unverified',
    reason: /federal judiciary/,
  },
  {
    name: 'opposing counsel',
    mail: { from: 'bob@other-law.example', body: 'See attached brief.' },
    trust: 'unverified',
    reason: /no known court sends from/,
  },
]

tryScenarios([...proven, ...passedOn, ...unproven])
