import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NoticeDocument, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { ScenarioName } from '@courtcrier/sandbox/filings/scenarios.ts'
import type { FilingReport } from '@courtcrier/sandbox/report.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import { expect } from 'vitest'
import { openBlobStore } from '../../packages/lib/src/blob-store.ts'
import { isCourtHost } from '../../packages/server/src/courts/directory/directory.ts'
import { parseNoticeLink } from '../../packages/server/src/courts/text/link.ts'
import { openCourtHttp } from '../../packages/server/src/retrieval/court-http.ts'
import { openFetchJournal } from '../../packages/server/src/retrieval/fetch-journal.ts'
import { type FilingRetrieval, retrieveFiling } from '../../packages/server/src/retrieval/retrieve-filing.ts'
import type { RetrieveDeps } from '../../packages/server/src/retrieval/try-links.ts'

/** The simulated courts, and the part of Courtcrier that requests documents from courts; no database, no email. */
export interface CourtBench {
  sandbox: Sandbox
  deps: RetrieveDeps
  /**
   * Creates a filing for the scenario and fetches it with the links of these copies; with those of all copies if
   * absent.
   */
  fetch: (scenario: ScenarioName, copies?: readonly number[]) => Promise<Fetched>
  again: (filing: FilingReport, copies?: readonly number[]) => Promise<FilingRetrieval>
  close: () => Promise<void>
}

export interface Fetched extends FilingRetrieval {
  filing: FilingReport
}

const noFaults = { slow: 0, serverError: 0, cutOff: 0, spent: 0 }
const calm = { emptyToken: 0, regenerated: 0, withoutDocument: 0, sealed: 0, transcript: 0 }

export async function openCourtBench(options: SandboxOptions & { perCourt?: number } = {}): Promise<CourtBench> {
  const { perCourt = 4, ...sandboxOptions } = options
  const sandbox = await startSandbox({ faults: noFaults, mix: calm, slowPauseMs: 10, ...sandboxOptions })
  const folder = await mkdtemp(join(tmpdir(), 'one-time-links-'))
  const deps: RetrieveDeps = {
    http: openCourtHttp({ isAllowedHost: isCourtHost, gateway: sandbox.httpUrl, perCourt }),
    journal: openFetchJournal(folder, { minFreeBytes: 0 }),
    blobs: await openBlobStore(join(folder, 'blobs')),
    perCourt,
    isAllowedHost: isCourtHost,
    now: () => new Date(),
    log: { info() {}, warn() {} },
  }
  const again = (filing: FilingReport, copies: readonly number[] = filing.notices.map((_, at) => at)) => {
    const [first = 0] = copies
    const links = copies.flatMap((at) => linkOf(filing.notices[at]?.url))
    return retrieveFiling({ documents: documentsOf(filing, first), links, deps })
  }
  return {
    sandbox,
    deps,
    again,
    fetch: async (scenario, copies) => {
      const { filing } = await sandbox.fileScenario(scenario)
      return { filing, ...(await again(filing, copies)) }
    },
    close: async () => {
      expectCourtesy(sandbox)
      await sandbox.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the documents as this copy's notice lists them, with their own links if the court links each document. */
function documentsOf(filing: FilingReport, copy: number): NoticeDocument[] {
  const notice = filing.notices[copy]
  const own = filing.documents.filter(({ index }) => index < 48)
  const listed = own.map(({ index, description }) =>
    toNoticeDocument(index, description, notice?.documentLinks[index]?.url ?? (index === 0 ? notice?.url : undefined)),
  )
  const copies = filing.associated.flatMap((entry, at) =>
    entry.document ? [toNoticeDocument(own.length + at, entry.docketNumber, notice?.associated[at]?.url)] : [],
  )
  return [...listed, ...copies]
}

function toNoticeDocument(index: number, description: string, url: string | undefined): NoticeDocument {
  const [link] = linkOf(url)
  return { index, description: { value: description, from: 'body' }, ...(link && { link }) }
}

function linkOf(url: string | undefined): NoticeLink[] {
  const link = url === undefined ? undefined : parseNoticeLink(url)
  return link ? [link] : []
}

/**
 * Checks what must hold in every scenario: each link served at most once, nothing bought, no login, no unknown host.
 */
export function expectCourtesy(sandbox: Sandbox): void {
  expect(sandbox.served().filter(({ served }) => served > 1)).toEqual([])
  for (const { method, host, url } of sandbox.requests()) {
    expect([method, isCourtHost(host), url]).toEqual(['GET', true, expect.not.stringMatching(/login|purchase/i)])
  }
}

/** Returns each document's result, in order. */
export function verdictsOf({ documents }: FilingRetrieval): string[] {
  return documents.map(({ verdict }) => verdict)
}

/** Checks that each fetched document has the court's bytes. */
export async function expectWhole({ filing, documents }: Fetched): Promise<void> {
  const blobs = documents.filter(({ verdict }) => verdict === 'fetched').map(({ blob }) => blob)
  expect(blobs).toEqual(filing.documents.map(({ sha256 }) => sha256))
}

/** Returns how many requests named a document of the filing. */
export function requestsFor(sandbox: Sandbox, filing: FilingReport): number {
  return sandbox
    .served()
    .filter((record) => record.filing === filing.number)
    .reduce((sum, { requests }) => sum + requests, 0)
}
