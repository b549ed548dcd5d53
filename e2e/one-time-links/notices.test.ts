import type { Notice } from '@courtcrier/contract/notice.ts'
import { scenarioNames } from '@courtcrier/sandbox/filings/scenarios.ts'
import type { FilingReport } from '@courtcrier/sandbox/report.ts'
import { type Sandbox, startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeMessage } from '../../packages/server/src/courts/message/mime.ts'
import { parseNotice } from '../../packages/server/src/courts/registry.ts'

/** Notices of the simulated courts pass through the parsers written for real notices. */

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ mix: { emptyToken: 0, regenerated: 0 } })
})
afterAll(() => sandbox.stop())

test.each(scenarioNames)('%s is read completely', async (scenario) => {
  const { filing, messages } = await sandbox.fileScenario(scenario)
  for (const [at, { raw }] of messages.entries()) {
    const decoded = await decodeMessage(raw)
    if (!('message' in decoded)) throw new Error('no mail')
    const result = parseNotice(decoded.message)
    if (!('notice' in result)) throw new Error(result.unclear)
    expect(factsOf(result.notice)).toEqual(expectedFacts(filing, at))
  }
})

function factsOf({ courtId, event, cases, documents, filedDate, recipients }: Notice) {
  const copies = cases.flatMap((entry) => entry.documents ?? [])
  return {
    court: courtId.value,
    event: event?.value,
    filedOn: filedDate?.value,
    cases: cases.map(({ name, docketNumber }) => [name?.value, docketNumber.value]),
    documents: documents.length,
    copies: copies.length,
    tokens: [...new Set([cases[0]?.link, ...documents.map(({ link }) => link), ...copies.map(({ link }) => link)])]
      .flatMap((link) => link?.token ?? [])
      .filter((token, at, all) => all.indexOf(token) === at),
    served: recipients.filter(({ isServedElectronically }) => isServedElectronically).map(({ name }) => name),
  }
}

function expectedFacts(filing: FilingReport, at: number) {
  const notice = filing.notices[at]
  const own = filing.documents.filter(({ index }) => index < 48)
  const tokens = [
    notice?.token ?? '',
    ...(notice?.documentLinks.slice(1) ?? []).map(({ token }) => token),
    ...(notice?.associated ?? []).map(({ token }) => token),
  ]
  return {
    court: filing.courtId,
    event: filing.event,
    filedOn: filing.filedOn,
    cases: [filing, ...filing.associated].map(({ caseName, docketNumber }) => [caseName, docketNumber]),
    documents: own.length,
    copies: filing.documents.length - own.length,
    tokens: tokens.filter((token) => token !== '' && token !== 'MAGIC'),
    served: filing.served.map(({ name }) => name),
  }
}
