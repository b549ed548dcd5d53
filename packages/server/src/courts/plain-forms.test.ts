import { readdirSync } from 'node:fs'
import type { Notice, NoticeCase, NoticeDocument } from '@courtcrier/contract/notice.ts'
import { describe, expect, test } from 'vitest'
import { isLongRun } from '../testing/long-run.ts'
import { asText, type Form, type LinkForm } from './as-text.fixture.ts'
import { readFixture } from './read-fixture.ts'
import { parseNotice } from './registry.ts'

const safe: LinkForm = (words, url) =>
  `${words}<https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05%7C02&reserved=0>`
const defended: LinkForm = (words, url) =>
  `${words}<https://urldefense.proofpoint.com/v2/url?u=${encodeURIComponent(url).replaceAll('-', '%2D').replaceAll('_', '%5F').replaceAll('%2F', '_').replaceAll('%', '-')}&d=DwM>`
const broken = (url: string) => url.replace(/.{50}(?=.{10})/g, '$&\n')

const forms: Readonly<Record<string, Form>> = {
  'words<url>': { link: (words, url) => `${words}<${url}>` },
  'words <url>': { link: (words, url) => `${words} <${url}>` },
  'words [url]': { link: (words, url) => `${words} [${url}]` },
  'words[url]': { link: (words, url) => `${words}[${url}]` },
  '[words](url)': { link: (words, url) => `[${words}](${url})` },
  'words (url)': { link: (words, url) => `${words} (${url})` },
  'Safe Links': { link: safe },
  'URL Defense': { link: defended },
  'an address broken over lines': { link: (words, url) => `${words}<${broken(url)}>` },
  'cells below one another': { link: (words, url) => `${words}<${url}>`, cell: '\n' },
  'cells behind a tab': { link: (words, url) => `${words}<${url}>`, cell: '\t' },
  'quoted once': { link: (words, url) => `${words}<${url}>`, quote: '> ' },
  'quoted twice': { link: (words, url) => `${words} [${url}]`, quote: '> > ' },
  'quoted without spaces': { link: (words, url) => `${words}<${url}>`, quote: '>>>' },
  'quoted by bars': { link: (words, url) => `${words}<${url}>`, quote: '| ' },
  'quoted and broken': { link: (words, url) => `${words}<${broken(url)}>`, quote: '> ' },
  'format=flowed': { link: (words, url) => `${words}<${url}>`, flowed: true },
  'wrapped at 78': { link: (words, url) => `${words}<${url}>`, columns: 78 },
  'wrapped at 72, addresses in front of a space': { link: (words, url) => `${words} <${url}>`, columns: 72 },
  'wrapped at 60, cells below one another': { link: (words, url) => `${words}<${url}>`, columns: 60, cell: '\n' },
  'wrapped at 72 and quoted': { link: (words, url) => `${words}<${url}>`, columns: 72, quote: '> ' },
  'wrapped at 60 behind a tab': { link: (words, url) => `${words} <${url}>`, columns: 60, cell: '\t', quote: '> > ' },
}

const folders = ['nef/s3', 'nda', 'nef']
const files = folders.flatMap((folder) =>
  readdirSync(new URL(`corpus/${folder}/`, import.meta.url))
    .filter((file) => /\.(?:txt|html)$/.test(file))
    .map((file) => `${folder}/${file}`),
)
const short = [
  'nef/s3/nysd_3.txt',
  'nef/s3/deb_multi_1.txt',
  'nef/s3/pawb_5.txt',
  'nda/ca9_11.txt',
  'nda/ca2_1.txt',
  'nef/s3/ared_3.txt',
  'nef/s3/cand_1.txt',
  'nef/s3/insb_1.txt',
  'nef/s3/ohsd_3.txt',
]

const chosen = isLongRun ? files : files.filter((file, index) => index % 6 === 0 || short.includes(file))

/** Wrapped within a debtor's name, which then reads like the next debtor's. */
const narrow = ['nef/s3/mdb_1.txt']

describe.each(chosen)('%s', (file) => {
  test.each(Object.keys(forms))('written as text (%s) reads the same', async (name) => {
    if (forms[name]?.columns === 60 && narrow.includes(file)) return
    const original = await readFixture(new URL(`corpus/${file}`, import.meta.url))
    const before = parseNotice(original)
    const form = forms[name]
    if (original.html === undefined || !form) return
    if ('unclear' in before) throw new Error(before.unclear)
    const after = parseNotice(await asText(original, original.html, form))
    if ('unclear' in after) throw new Error(after.unclear)
    expect(valuesOf(after.notice)).toEqual(valuesOf(before.notice))
  })
})

function valuesOf(notice: Notice): object {
  return {
    kind: notice.kind,
    court: notice.courtId.value,
    event: notice.event?.value,
    filed: notice.filedDate?.value,
    entered: notice.enteredAt?.value,
    user: notice.filingUser?.value,
    isSealed: notice.isSealed,
    isClosed: notice.isCaseClosed,
    text: letters(notice.docketText?.value),
    references: notice.crossReferences.map(({ value }) => value),
    cases: notice.cases.map(caseOf),
    documents: notice.documents.map(documentOf),
    recipients: notice.recipients.map((one) => [letters(one.name), [...one.emails].sort(), one.isServedElectronically]),
  }
}

function caseOf(one: NoticeCase): object {
  return {
    name: letters(one.name?.value),
    number: one.docketNumber.value,
    caseId: one.courtCaseId?.value,
    document: one.documentNumber?.value,
    url: one.link?.url,
    text: letters(one.docketText?.value),
    isClosed: one.isClosed ?? false,
  }
}

function documentOf({ number, description, originalFileName, stamp, link }: NoticeDocument): object {
  return {
    number,
    title: letters(description.value),
    file: letters(originalFileName),
    stamp,
    url: link?.url,
    token: link?.token,
  }
}

/** Breaks between words come from the layout, and text has no italics. */
function letters(text: string | undefined): string {
  return (text ?? '').replace(/[\s\u200b]+/g, '')
}
