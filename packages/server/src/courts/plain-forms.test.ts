import { readdirSync } from 'node:fs'
import type { Notice, NoticeCase, NoticeDocument } from '@courtcrier/contract/notice.ts'
import { describe, expect, test } from 'vitest'
import { isLongRun } from '../testing/long-run.ts'
import type { Message } from './message/message.ts'
import { decodeMessage } from './message/mime.ts'
import { readFixture } from './read-fixture.ts'
import { parseNotice } from './registry.ts'

/** How a program writes an HTML link as text. */
type LinkForm = (words: string, url: string) => string

interface Form {
  link: LinkForm
  /** Between the cells of a row. */
  cell?: string
  quote?: string
  flowed?: boolean
}

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
]

const chosen = isLongRun ? files : files.filter((file, index) => index % 6 === 0 || short.includes(file))

describe.each(chosen)('%s', (file) => {
  test.each(Object.keys(forms))('written as text (%s) reads the same', async (name) => {
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

async function asText(
  message: Message,
  html: string,
  { link, cell = ' ', quote = '', flowed }: Form,
): Promise<Message> {
  const text = toText(html, link, cell)
    .split('\n')
    .map((line) => `${quote}${line}`.trimEnd())
  const body = flowed ? text.flatMap((line) => (quote ? line : wrapFlowed(line))).join('\n') : text.join('\n')
  const type = `text/plain; charset=utf-8${flowed ? '; format=flowed' : ''}`
  const head = `From: ${message.from?.address ?? 'x@y.example'}\nMessage-ID: ${message.messageId ?? '<1@y.example>'}\nSubject: =?utf-8?B?${Buffer.from(message.subject).toString('base64')}?=\nContent-Type: ${type}\n\n`
  const decoded = await decodeMessage(Buffer.from(head + body))
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.message
}

function wrapFlowed(line: string): string[] {
  const lines = line.replace(/(.{40,70}?) (?=\S)/g, '$1 \n').split('\n')
  return lines.map((one) => one.replace(/^(?=[ >]|From )/, ' '))
}

const entities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sect: '\u00a7',
  rsquo: '\u2019',
  lsquo: '\u2018',
  ldquo: '\u201c',
  rdquo: '\u201d',
  ndash: '\u2013',
  mdash: '\u2014',
}

function decodeEntities(text: string): string {
  return text
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,6});?/g, (_, digits: string) => String.fromCodePoint(Number(digits)))
    .replace(/&([a-z]{2,8});?/gi, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replaceAll('\u00a0', ' ')
}

/** As mail programs do it: white space is one space, blocks are lines, paragraphs are separated by empty lines. */
function toText(html: string, link: LinkForm, cell: string): string {
  const text = html
    .replace(/<!--[\s\S]*?-->|<(style|script|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(
      /<a\b[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))[^>]*>(.*?)<\/a>/gi,
      (_, a, b, c, words: string) => {
        const url = decodeEntities(a ?? b ?? c ?? '').trim()
        const shown = words.replace(/<[^>]*>/g, '')
        return /^https?:/i.test(url) && shown.trim() !== ''
          ? `\ue001${encodeURIComponent(link(decodeEntities(shown).trim(), url))}\ue001`
          : shown
      },
    )
    .replace(/<\/t[dh]>\s*<t[dh]\b[^>]*>/gi, `\ue002`)
    .replace(/<(?:br|\/div|\/tr|\/li|\/h\d|div|tr|li|center|\/center|td|\/td|hr)\b[^>]*>/gi, '\n')
    .replace(/<\/?(?:p|table|blockquote|ul|h\d)\b[^>]*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
  const decoded = decodeEntities(text).replace(/\ue001([^\ue001]*)\ue001/g, (_, coded: string) =>
    decodeURIComponent(coded),
  )
  return decoded
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replaceAll('\ue002', cell)
}

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
