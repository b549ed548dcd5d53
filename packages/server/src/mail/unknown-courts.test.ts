import { makeMail } from './testing/court-mail.ts'
import { forwardWhole, fromFirm, type Scenario, tryScenarios } from './testing/trust-scenarios.ts'

/** A domain of courts that isn't known to send notices. */
const court = 'noreply@nycourts.gov'
const notice = '<h2>NYSCEF Notification</h2><p>Kings County Supreme Court</p>'
const jane = { from: 'jane@firm.example', subject: 'FW: NYSCEF Notification', signedBy: 'firm.example' }
const attached = await makeMail({ from: court, subject: 'NYSCEF Notification', body: notice })

const below = (...lines: readonly string[]) => `<p>Please docket.</p>${lines.join('<br>')}<br>${notice}`
const unproven = { origin: fromFirm, trust: 'unverified' } as const

const named: readonly [string, Scenario['mail']][] = [
  ['below a header block', { ...jane, body: below(`<b>From:</b> ${court} &lt;${court}&gt;`, '<b>Sent:</b> Monday') }],
  ['below one in another language', { ...jane, body: below(`Von: &lt;${court}&gt;`, 'Gesendet: Montag') }],
  ['below a colleague’s own', { ...jane, body: below('From: Joe &lt;joe@firm.example&gt;', `From: &lt;${court}&gt;`) }],
  ['below "On … wrote:"', { ...jane, body: below(`On Mon, Sep 7, 2026 at 10:00 AM &lt;${court}&gt; wrote:`) }],
  ['as an attachment', { ...forwardWhole([attached]), signedBy: 'firm.example' }],
]

tryScenarios(
  named.map(([how, mail]) => ({
    ...unproven,
    name: `a notice from a court’s domain without known notices, forwarded ${how}`,
    mail,
    reason:
      /^Not proven: it looks forwarded by jane@firm\.example, from noreply@nycourts\.gov, but no known court sends from there\.$/,
  })),
)

tryScenarios([
  {
    ...unproven,
    name: 'the same from the court itself',
    mail: { from: court, body: notice },
    reason: /^Not proven: no known court sends from noreply@nycourts\.gov\.$/,
  },
  {
    ...unproven,
    name: 'what someone there forwards',
    mail: { from: 'clerk@nycourts.gov', body: below(`From: ${court}`) },
    reason: /^Not proven: no known court sends from clerk@nycourts\.gov\.$/,
  },
  ...['noreply@nycourts.gov.evil.example', 'bob@evil.example'].map((other) => ({
    ...unproven,
    name: `a colleague’s forward from ${other}`,
    mail: { ...jane, body: below(`From: ${other}`) },
    reason: /^Not proven: no known court sends from jane@firm\.example\.$/,
  })),
])
