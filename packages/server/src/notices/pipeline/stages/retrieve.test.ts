import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  districtLink,
  html,
  type LocalCourt,
  listed,
  openWorkbench,
  type Reply,
  send,
  startCourt,
  type Workbench,
} from '../../../retrieval/local-court.fixture.ts'
import type { StageDeps, Work } from '../stage.ts'
import { retrieveStage } from './retrieve.ts'

let answer: Reply
let court: LocalCourt
let bench: Workbench
beforeAll(async () => {
  court = await startCourt(() => answer)
  bench = await openWorkbench(court.gateway)
})
afterAll(async () => {
  await court.close()
  await bench.remove()
})
beforeEach(() => {
  court.requests.length = 0
})

let count = 0

interface Said {
  isSealed?: boolean
  /** Whether the document is only linked to in the notice's text. */
  isInText?: boolean
  /** Those that a person uploaded for a filing that they entered. */
  files?: readonly object[]
}

/** Retrieves for a notice of one document, with a link of its own. */
function retrieve({ isSealed = false, isInText = false, files }: Said = {}) {
  const link = districtLink(String(11_111_111 + ++count))
  const text = `<a href="${link.url.replaceAll('&', '&amp;')}">Motion</a>`
  const notice = {
    ...{ format: 'cmecf-nef', courtId: { value: 'cand', from: 'body' }, isSealed, cases: [] },
    documents: isInText ? [] : [listed(0, 'Motion', link)],
  }
  const work = {
    ...{ firmId: 1, envelopeId: 'envelope', attempts: 0, receivedAt: new Date().toISOString() },
    origin: files ? { entered: { by: 'Ada', notice, files } } : {},
    firm: { extractDocumentWebLinks: isInText },
    results: { authenticate: {}, parse: { notice } },
    raw: async () => Buffer.from(`Content-Type: text/html\r\n\r\n${text}`),
  }
  const known = { settled: new Set(), awaited: new Set(), spare: [], documents: [], opened: new Set() }
  const deps = { read: async () => known, formats: async () => [], retrieval: bench.deps }
  return retrieveStage.run(work as unknown as Work, deps as unknown as StageDeps)
}

describe.each([
  ['listed', false],
  ['linked to in the text', true],
])('a document that is %s', (_where, isInText) => {
  test('is missing if the court sends something else in its place, although that is kept', async () => {
    answer = send(200, Buffer.from('PK\x03\x04'))
    const outcome = await retrieve({ isInText })
    expect(outcome).toMatchObject({ kind: 'done', result: { documents: [{ verdict: 'broken', size: 4 }] } })
    if (outcome.kind !== 'done') throw new Error('the retrieval did not end')
    expect(outcome.result.documents[0]?.fileId).toBeUndefined()
    expect(outcome.result.gap).not.toBe('')
  })

  test('is not opened if the notice calls its filing sealed', async () => {
    answer = html('oops')
    const outcome = await retrieve({ isInText, isSealed: true })
    expect(outcome).toMatchObject({ kind: 'done', result: { documents: [{ verdict: 'sealed' }], gap: '' } })
    expect(court.requests).toEqual([])
  })
})

test('documents that a person uploaded are used as they are, under the filing’s seal, and no link is opened', async () => {
  answer = html('oops')
  const file = { fileId: 'f', size: 4 }
  const outcome = await retrieve({ isSealed: true, files: [file] })
  const uploaded = { ...file, verdict: 'fetched', uploaded: true, sealed: true, title: 'Motion' }
  expect(outcome).toMatchObject({ kind: 'done', result: { documents: [uploaded], gap: '' } })
  expect(court.requests).toEqual([])
})
