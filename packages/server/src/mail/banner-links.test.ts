import { fromFirm, linkTo, nef, quoted, type Scenario, tryScenarios } from './testing/trust-scenarios.ts'

const jane = { from: 'jane@firm.example', signedBy: 'firm.example' }
const link = (url: string, words: string) => `<table><tr><td><a href="${url}">${words}</a></td></tr></table>`
const safe = (url: string) =>
  `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&amp;data=05`

/** What firms and their mail gateways put above messages from outside. */
const banners: readonly [string, string][] = [
  ['the firm’s policy', link('https://www.firm.example/policies/external-mail', 'Read our policy before you click')],
  ['the firm’s policy, rewritten', link(safe('https://it.firm.example/phish'), 'View the policy on court notices')],
  ['a report to the firm', link('https://phish.firm.example/report?id=7', 'Click here to report this notice')],
  [
    'a report to Proofpoint',
    link('https://us-phishalarm-ewt.proofpoint.com/EWT/v1/A!B$', 'Click to report suspicious'),
  ],
  ['a report to Ironscales', link('https://app.ironscales.com/report?x=1', 'View details of this notice')],
  ['Microsoft’s tip', link('https://aka.ms/LearnAboutSenderIdentification', 'See why this is important')],
  [
    'what Barracuda says',
    link('https://linkprotect.cudasvc.com/url?a=https%3A%2F%2Fcampus.barracuda.com%2Fx', 'See details'),
  ],
  ['what Mimecast says', link('https://www.mimecast.com/help', 'Read about this notice')],
]

tryScenarios(
  banners.flatMap(([name, banner]): Scenario[] => [
    {
      name: `a banner above a notice that a colleague forwards links to ${name}`,
      mail: { ...jane, body: quoted.replace(nef, () => banner + nef) },
      origin: fromFirm,
      trust: 'forwarded',
      reason: /Forwarded by jane/,
    },
    {
      name: `a banner above all that a colleague forwards links to ${name}`,
      mail: { ...jane, body: banner + quoted },
      origin: fromFirm,
      trust: 'forwarded',
      reason: /Forwarded by jane/,
    },
    {
      name: `a banner above an unproven notice links to ${name}`,
      mail: { body: banner + nef },
      trust: 'unverified',
      reason: /no signature/,
    },
  ]),
)

const service = `<p>Notification of Service</p><p>Filing Details</p><p>Case Number: 2025LA000999</p><p>Filing Description: Answer</p>`

tryScenarios([
  {
    name: 'a banner above a notice of an e-filing service links to the firm’s policy',
    mail: { from: 'no-reply@efilingmail.tylertech.cloud', body: (banners[0]?.[1] ?? '') + service },
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'the footer of a firm below a notice without a list of people links to its policy',
    mail: { ...jane, body: `${quoted}${link('https://www.firm.example/privacy', 'Read our privacy notice')}` },
    origin: fromFirm,
    trust: 'forwarded',
    reason: /Forwarded by jane/,
  },
])

const elsewhere = (name: string, body: string): Scenario => ({
  name: `what only looks like a banner leads elsewhere: ${name}`,
  mail: { ...jane, body: quoted.replace(nef, () => body) },
  origin: fromFirm,
  trust: 'unverified',
  flag: 'fake',
  reason: /leads to/,
})

const fortimail = (host: string, url: string) =>
  `https://${host}/fmlurlsvc/?fewReq=:B:JVo+NTc0PiI=&amp;url=${encodeURIComponent(url)}`
const rewritten = (host: string) =>
  quoted.replaceAll(/href="(https:[^"]+)"/g, (_, url) => `href="${fortimail(host, url)}"`)

tryScenarios([
  ...['fm.firm.example', 'gw1.fortimailcloud.com'].map(
    (host): Scenario => ({
      name: `the firm’s FortiMail at ${host} rewrote the links of a notice that a colleague forwards`,
      mail: { ...jane, body: rewritten(host) },
      origin: fromFirm,
      trust: 'forwarded',
      reason: /Forwarded by jane/,
    }),
  ),
  ...['fm.evil.example', 'fortimailcloud.com.evil.example', 'fm.firm.example.evil.example'].map(
    (host): Scenario => ({
      name: `a link only looks as if a FortiMail had rewritten it, at ${host}`,
      mail: { ...jane, body: rewritten(host) },
      origin: fromFirm,
      trust: 'unverified',
      flag: 'fake',
      reason: /leads to fm\.|leads to fortimailcloud\.com\.evil/,
    }),
  ),
  {
    name: 'such a link within one of Safe Links',
    mail: { ...jane, body: linkTo(safe(fortimail('fm.evil.example', 'https://ecf.cand.uscourts.gov/doc1/0351')), '7') },
    trust: 'unverified',
    flag: 'fake',
    reason: /leads to fm\.evil\.example/,
  },
])

tryScenarios([
  elsewhere('to a stranger', link('https://evil.example/policy', 'View the document') + nef),
  elsewhere(
    'to what begins like the firm’s domain',
    link('https://firm.example.evil.example/x', 'View the policy') + nef,
  ),
  elsewhere('to what ends like the firm’s domain', link('https://notfirm.example/x', 'View the policy') + nef),
  elsewhere('to what ends like a gateway’s', link('https://evilmimecast.com/x', 'View the document') + nef),
  elsewhere(
    'to a page that anyone puts at a gateway’s maker, within the notice',
    nef.replace('MOTION', link('https://community.cisco.com/x', 'View the document')),
  ),
  elsewhere('a document’s number to the firm’s domain', linkTo('https://www.firm.example/doc1/0351', '7')),
])
