import { readdirSync, readFileSync } from 'node:fs'
import type { Notice, NoticeLink } from '@courtcrier/contract/notice.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openCourtHttp } from '../retrieval/court-http.ts'
import { documentUrl, menuUrl } from '../retrieval/document-url.ts'
import { isLongRun } from '../testing/long-run.ts'
import { isCourtHost } from './directory/directory.ts'
import { toJuriscraper } from './juriscraper/notice.ts'
import { decodeMessage } from './message/mime.ts'
import { parseNotice } from './registry.ts'

const corpus = ['nef', 'nef/s3', 'nda', 'scotus', 'texas'].flatMap((folder) => {
  const directory = new URL(`corpus/${folder}/`, import.meta.url)
  return readdirSync(directory)
    .filter((file) => /\.(?:txt|eml|html)$/.test(file))
    .map((file) => {
      const head = file.endsWith('.html') ? 'Content-Type: text/html\r\n\r\n' : ''
      return head + readFileSync(new URL(file, directory)).toString('latin1')
    })
})

/** Hosts that resemble courts or have nothing to do with them; none may ever be requested. */
const strangers = [
  'ecf.cand.uscourts.gov.example.com',
  'ecf-cand.uscourts.gov.example',
  'uscourts.gov.evil.example',
  'ecf.cand.uscourts.gov@evil.example',
  'evil.example/ecf.cand.uscourts.gov',
  'ca9-showdoc.azurewebsites.us.evil.example',
  'evil-showdoc.azurewebsites.us',
  'localhost',
  '169.254.169.254',
  '[::1]',
  'ECF.CAND.USCOURTS.GOV.',
]

const fragments = [
  ...['<td>', '</td>', '<table>', '</table>', '<br>', '<b>', '<p>', '<strong>', '<span class="personName">', '</a>'],
  ...['Case Name:', 'Case Number:', 'Docket Text:', 'Document Number:', 'Filer:', 'Notice of Electronic Filing'],
  ...['Notice of Docket Activity', 'The following transaction was entered on ', 'Document description:', '[STAMP '],
  ...[
    'Notice will be electronically mailed to:',
    'on behalf of ',
    '@',
    ';',
    ',',
    ']]',
    '&nbsp',
    '&#x1F512;',
    '=',
    '=3D',
  ],
  ...[
    '\r\n\r\n',
    '\n',
    '--',
    'Content-Type: multipart/mixed; boundary=x\r\n',
    'Subject: ',
    '\u0000',
    '\u00ff',
    ' '.repeat(300),
  ],
]

const edits = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('insert' as const), at: place(), text: fc.constantFrom(...fragments) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('insert' as const), at: place(), text: fc.string({ unit: 'binary' }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('remove' as const), at: place(), length: fc.nat({ max: 3000 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('repeat' as const),
        at: place(),
        length: fc.nat({ max: 200 }),
        times: fc.nat({ max: 40 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        at: place(),
        length: fc.nat({ max: 2000 }),
        to: place(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: place() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('host' as const), host: fc.constantFrom(...strangers) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('splice' as const),
        at: place(),
        other: fc.nat({ max: corpus.length - 1 }),
        from: place(),
      }),
    },
  ),
  { minLength: 1, maxLength: 6 },
)

type Edit = typeof edits extends fc.Arbitrary<(infer E)[]> ? E : never

function place() {
  return fc.double({ min: 0, max: 1, noNaN: true })
}

function apply(text: string, edit: Edit): string {
  const at = 'at' in edit ? Math.floor(edit.at * text.length) : 0
  switch (edit.kind) {
    case 'insert':
      return text.slice(0, at) + edit.text + text.slice(at)
    case 'remove':
      return text.slice(0, at) + text.slice(at + edit.length)
    case 'repeat':
      return text.slice(0, at) + text.slice(at, at + edit.length).repeat(edit.times) + text.slice(at + edit.length)
    case 'move': {
      const piece = text.slice(at, at + edit.length)
      const rest = text.slice(0, at) + text.slice(at + edit.length)
      const to = Math.floor(edit.to * rest.length)
      return rest.slice(0, to) + piece + rest.slice(to)
    }
    case 'cut':
      return text.slice(0, at)
    case 'host':
      return text.replace(/ecf\.[a-z0-9]+\.uscourts\.gov/gi, edit.host)
    case 'splice': {
      const other = corpus[edit.other] ?? ''
      return text.slice(0, at) + other.slice(Math.floor(edit.from * other.length))
    }
  }
}

const asked = new Set<string>()
/** Records every name that passes the check, and resolves it to an address to which nothing is ever sent. */
const http = openCourtHttp({
  isAllowedHost: isCourtHost,
  resolve: async (host) => {
    asked.add(host)
    return [{ address: '127.0.0.1', family: 4 }]
  },
})

const unsent = () => {
  throw new Error('a request was sent')
}

async function tryLinks(notice: Partial<Notice>): Promise<void> {
  for (const link of linksOf(notice)) {
    for (const url of [link.url, documentUrl(link), menuUrl(link)]) if (url) await http.get(url, unsent)
  }
}

function linksOf({ cases = [], documents = [] }: Partial<Notice>): NoticeLink[] {
  const all = [...cases, ...documents, ...cases.flatMap((entry) => entry.documents ?? [])]
  return all.flatMap(({ link }) => link ?? []).slice(0, 5)
}

/** Milliseconds of this process's own time, so that a busy machine doesn't matter. */
const longestMs = 50

/** Reads the message. A slow reading is tried twice more, because the first may include compilation. */
async function readMessage(raw: Buffer): Promise<void> {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) return expect(decoded.problem).not.toBe('')
  let spent = 0
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = process.cpuUsage()
    const result = parseNotice({ ...decoded.message })
    const { user, system } = process.cpuUsage(before)
    spent = (user + system) / 1000
    if (attempt === 0) {
      if ('unclear' in result) {
        expect(result.unclear).not.toBe('')
        expect(result.unclear).not.toContain('failed to read')
      } else expect(result.notice.courtId.value).not.toBe('')
      toJuriscraper(decoded.message, result)
      await tryLinks('notice' in result ? result.notice : result.understood)
    }
    if (spent <= longestMs) return
  }
  expect(spent, `a message of ${raw.length} bytes takes too long`).toBeLessThanOrEqual(longestMs)
}

describe('messages that no one sent', () => {
  test.each([1, 2, 3, 4])('real ones, damaged (share %i)', async (share) => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: corpus.length - 1 }), edits, async (base, changes) => {
        const text = changes.reduce(apply, corpus[base] ?? '')
        await readMessage(Buffer.from(text, 'latin1'))
      }),
      { numRuns: isLongRun ? 4_500 : 900, seed: share * 7919 },
    )
  })

  test('some made of headers, labels and noise', async () => {
    const words = fc.oneof(fc.constantFrom(...fragments), fc.string(), fc.constantFrom(...strangers), fc.webUrl())
    const body = fc.array(words, { maxLength: 60 }).map((parts) => parts.join(' '))
    const headers = fc.record({
      Subject: fc.oneof(body, fc.constant('Activity in Case 1:26-cv-1 A v. B Order')),
      From: fc.oneof(
        fc.emailAddress(),
        fc.constantFrom('cmecf@cand.uscourts.gov', 'no-reply@efilingmail.tylertech.cloud'),
      ),
      'Content-Type': fc.constantFrom(
        'text/html',
        'text/plain',
        'multipart/mixed; boundary="--"',
        'text/html; charset=x',
      ),
    })
    await fc.assert(
      fc.asyncProperty(headers, body, async (fields, text) => {
        const head = Object.entries(fields).map(([key, value]) => `${key}: ${value.replace(/[\r\n]+/g, ' ')}`)
        await readMessage(Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`, 'utf8'))
      }),
      { numRuns: isLongRun ? 2_000 : 500, seed: 104_729 },
    )
  })

  test('no name outside the directory was ever requested', () => {
    expect(asked.size).toBeGreaterThan(5)
    expect([...asked].filter((host) => !isCourtHost(host))).toEqual([])
  })
})
