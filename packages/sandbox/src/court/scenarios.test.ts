import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScenarioName, scenarioNames } from '../filings/scenarios.ts'
import type { FilingReport } from '../report.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import { askCourt, directLink } from '../testing/ask-court.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({
    faults: { slow: 0, serverError: 0, cutOff: 0, spent: 0 },
    mix: { emptyToken: 0, regenerated: 0 },
  })
})
afterAll(() => sandbox.stop())

async function file(scenario: ScenarioName): Promise<FilingReport> {
  return (await sandbox.fileScenario(scenario)).filing
}

const ask = (address = '') => askCourt(sandbox.httpUrl, address)
const first = (filing: FilingReport) => filing.links[0]?.url ?? ''
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex')

test.each<[ScenarioName, string]>([
  ['sealed-document', 'This document is SEALED.'],
  ['sealed-entry', 'could not retrieve dktentry for dlsid'],
  ['restricted-case', 'You do not have permission to view this document.'],
  ['restricted-login', 'CM/ECF Filer or PACER Login'],
  ['transcript', 'You do not have access to this transcript.'],
  ['not-available', 'This document is not available.'],
  ['client-code', 'Client Code is required'],
  ['price', 'Accept Charges and Retrieve Document'],
  ['expired', 'PACER Login'],
])('%s says so, and uses up no link', async (scenario, words) => {
  const filing = await file(scenario)
  expect((await ask(directLink(first(filing)))).text).toContain(words)
  expect(filing.isObtainable).toBe(false)
  expect(sandbox.served().filter((record) => record.filing === filing.number && record.served > 0)).toEqual([])
})

test.each<[ScenarioName, RegExp]>([
  ['menu-form', /name="document_\d+_2" .*value="\d+-\d+-\d+"/],
  ['menu-table', /<td width=600>\d+ kb<\/td>/],
  ['menu-parts', />4<\/a>/],
  ['bankruptcy-attachments', /show_multidocs\.pl\?caseid=\d+&arr_de_seq_nums=\d+/],
  ['appellate-attachments', /4 Documents are attached to this filing/],
])('%s shows its menu, whose rows lead to the documents', async (scenario, shape) => {
  const filing = await file(scenario)
  const menu = await ask(first(filing))
  expect(menu.text).toMatch(shape)
  const rows = [...menu.text.matchAll(/href=["'](https:[^"']+\/docs?1\/\d+)["']/gi)].map(([, address]) => address)
  expect(rows).toHaveLength(4)
  const { search } = new URL(first(filing))
  const documents = await Promise.all(rows.map((address) => ask(`${address}${search}`)))
  expect(documents.map(({ body }) => sha256(body))).toEqual(filing.documents.map((document) => document.sha256))
})

test('every document of ACMS has its own link, served once', async () => {
  const filing = await file('acms-attachments')
  const links = filing.notices[0]?.documentLinks ?? []
  expect(links).toHaveLength(28)
  expect(new Set(links.map(({ token }) => token)).size).toBe(28)
  expect(sha256((await ask(links[27]?.url)).body)).toBe(filing.documents[27]?.sha256)
  expect((await ask(links[27]?.url)).text).toContain('PACER Login')
})

test('an adversary proceeding and its main case have separate documents, sequences and tokens', async () => {
  const filing = await file('adversary')
  const { url = '', associated } = filing.notices[0] ?? { associated: [] }
  expect(sha256((await ask(directLink(url))).body)).toBe(filing.documents[0]?.sha256)
  expect(sha256((await ask(directLink(associated[0]?.url ?? ''))).body)).toBe(filing.documents[1]?.sha256)
})

test('the word MAGIC opens nothing', async () => {
  const filing = await file('magic-token')
  const [further] = filing.notices[0]?.associated ?? []
  expect(further?.url).toMatch(/magic_num=MAGIC$/)
  expect((await ask(directLink(further?.url ?? ''))).text).toContain('PACER Login')
})

test('a link with a short ID works only with its case and sequence', async () => {
  const filing = await file('short-id')
  const address = first(filing)
  expect(new URL(address).pathname).toMatch(/^\/doc1\/\d{3}0$/)
  expect((await ask(address.replace(/&de_seq_num=\d+/, ''))).text).toContain('PACER Login')
  expect((await ask(address)).contentType).toBe('application/pdf')
})

test('if the sequence is required, a request without it finds nothing', async () => {
  const address = directLink(first(await file('needs-sequence')))
  expect((await ask(address.replace(/&de_seq_num=\d+/, ''))).text).toContain('not available')
  expect((await ask(address)).contentType).toBe('application/pdf')
})

test('a single sealed document leaves the others public', async () => {
  const filing = await file('sealed-attachment')
  const query = new URL(first(filing)).search
  const address = ({ courtDocumentId = '' } = {}) =>
    directLink(`${new URL(first(filing)).origin}/doc1/${courtDocumentId}${query}`)
  expect((await ask(address(filing.documents[1]))).text).toContain('SEALED')
  expect((await ask(address(filing.documents[2]))).contentType).toBe('application/pdf')
})

test('a busy court says when to retry, and then serves the document', async () => {
  const address = directLink(first(await file('busy')))
  expect((await ask(address)).status).toBe(503)
  expect((await ask(address)).contentType).toBe('application/pdf')
})

test('a link to another host leads outside the sandbox, and requests there are recorded', async () => {
  expect((await ask(directLink(first(await file('leads-away'))))).status).toBe(302)
  expect((await ask('https://documents.elsewhere.example/view.pdf')).status).toBe(404)
  expect(sandbox.requests().at(-1)?.host).toBe('documents.elsewhere.example')
})

test('five attorneys get one copy each; tokens are missing as the scenario specifies', async () => {
  const tokens = async (scenario: ScenarioName) => (await file(scenario)).notices.map(({ token }) => token !== '')
  expect(await tokens('five-attorneys')).toEqual([true, true, true, true, true])
  expect(await tokens('five-attorneys-some-tokens')).toEqual([false, true, false, true, false])
  expect(await tokens('five-attorneys-last-token')).toEqual([false, false, false, false, true])
  expect(await tokens('empty-token')).not.toContain(true)
})

test('every scenario can be filed, by request too', async () => {
  const names = (await (await fetch(`${sandbox.httpUrl}/control/scenarios`)).json()) as string[]
  expect(names).toEqual(scenarioNames)
  for (const scenario of names) {
    const answer = await fetch(`${sandbox.httpUrl}/control/file`, {
      method: 'POST',
      body: JSON.stringify({ scenario }),
    })
    const { filing, messages } = (await answer.json()) as { filing: FilingReport; messages: { raw: string }[] }
    expect([answer.status, filing.scenario]).toEqual([201, scenario])
    expect(messages).toHaveLength(filing.notices.length)
  }
  const unknown = await fetch(`${sandbox.httpUrl}/control/file`, { method: 'POST', body: '{"scenario":"party"}' })
  expect(unknown.status).toBe(400)
})
