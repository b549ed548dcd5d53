import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { Filing } from '../filings/filing.ts'
import { makeFilingStore } from '../filings/filing-store.ts'
import type { ScenarioName } from '../filings/scenarios.ts'
import { profiles } from '../profile.ts'
import { makeWorld } from '../world/world.ts'
import { makeMessage } from './message.ts'
import { makeSigningKey } from './signing.ts'

/** Notices of each system look like real ones. Whether they are parsed correctly is tested with the parsers (e2e). */

const key = makeSigningKey()
const store = makeFilingStore({ world: makeWorld(1), profile: profiles.bench })

async function write(scenario: ScenarioName) {
  const filing = store.fileScenario(scenario)
  const { raw } = makeMessage(filing, filing.notices[0] as Filing['notices'][number], key)
  const email = await PostalMime.parse(raw)
  return { filing, raw: raw.toString('latin1'), email, html: email.html ?? '' }
}

test('bankruptcy: names in spans, addresses joined by commas and semicolons, parameters in a different order', async () => {
  const { filing, html, email } = await write('bankruptcy')
  expect(email.subject).toContain(filing.docketNumber.slice(0, 8))
  expect(html).toContain('<strong>U.S. Bankruptcy Court</strong>')
  expect(html).toMatch(
    /<a href='https:\/\/ecf\.\w+\.uscourts\.gov\/doc1\/\d+\?pdf_header=&magic_num=\d{8}&de_seq_num=\d+&caseid=\d+'>/,
  )
  expect(html).toContain(`<span class="personName">${filing.served[0]?.name}`)
  expect(html).toMatch(/\n<br>\S+@\S+, {2}\S+@\S+/)
})

test('bankruptcy: an adversary proceeding names its main case, each with its own document', async () => {
  const { filing, html } = await write('adversary')
  expect(html.match(/<strong>Case Number:<\/strong>/g)).toHaveLength(2)
  expect(html).toContain(filing.associated[0]?.docketNumber)
  expect(html.match(/Document description:<\/STRONG>Main Document/g)).toHaveLength(2)
  expect(new Set(html.match(/FileNumber=\d+/g)).size).toBe(2)
})

test('appeals: one link for all documents, UTF-8, the recipient in the To header', async () => {
  const { filing, html, email, raw } = await write('appellate-attachments')
  expect(email.subject).toBe(`${filing.docketNumber} ${filing.caseName} "${filing.event}"`)
  expect(email.to?.[0]?.address).toBe(filing.notices[0]?.email)
  expect(raw).toContain('text/html; charset=UTF-8')
  expect(html.match(/docs1\/\d+\?uid=[0-9a-f]{16}"/g)).toHaveLength(1)
  expect(html.match(/Document Description: /g)).toHaveLength(4)
})

test('ACMS: quoted-printable ASCII in lines that mail allows, and a link for every document', async () => {
  const { filing, html, email, raw } = await write('acms-attachments')
  expect(email.from?.address).toBe('ACMS@ca9.fedcourts.us')
  expect(email.subject).toContain(` ${filing.docketNumber} - ${filing.documentNumber} - ${filing.event}`)
  const body = raw.slice(raw.indexOf('\r\n\r\n'))
  expect(body.split('\r\n').every((line) => line.length <= 76)).toBe(true)
  expect(body).toMatch(/^[\r\n\x20-\x7e]*$/)
  expect(html.match(/ca9-showdoc\.azurewebsites\.us\/NDA\/[0-9a-f-]{36}/g)).toHaveLength(28)
})

test('spread over several dockets: the additional rows say MAGIC', async () => {
  const { html } = await write('magic-token')
  expect(html.match(/magic_num=MAGIC/g)).toHaveLength(2)
  expect(html.match(/<strong>Docket Text:<\/strong>/g)).toHaveLength(3)
})

test('plain text has the address on a separate line', async () => {
  const { filing, email } = await write('plain-text')
  expect(email.html).toBeUndefined()
  expect(email.text?.split('\n')).toContain(filing.notices[0]?.url)
})

test('a forward is from a person at the firm and quotes the notice, including links', async () => {
  const { filing, html, email } = await write('forward')
  expect(email.from?.address).toBe(filing.notices[0]?.email)
  expect(email.subject).toMatch(/^Fwd: Activity in Case /)
  expect(html.replaceAll('&amp;', '&')).toContain(filing.notices[0]?.url)
  expect(html).toContain('Begin forwarded message:')
})
