import { expect, test } from 'vitest'
import { messageOf, readFixture } from '../read-fixture.ts'
import { parseNotice } from '../registry.ts'
import { readBody } from './body.ts'
import { squeeze } from './found.ts'

const fixtures = [
  'cmecf-nef/fixtures/ared-case-closed.txt',
  'cmecf-nef/fixtures/ctb-adversary-with-attachments.txt',
  'cmecf-nda/fixtures/ca9-entry-corrected.txt',
  'acms-nda/fixtures/written-ca2-attachments.txt',
  'tyler-efile/fixtures/georgia-returned.txt',
  'california-efsp/fixtures/one-legal-eservice.txt',
  'nyscef/fixtures/kings-notification.txt',
  'florida-portal/fixtures/portal-county-court.txt',
  'tax-court/fixtures/written-order-small-case.txt',
]

/** Each text between two tags, as some program writes it. */
const eachText = (change: (text: string) => string) => (html: string) =>
  html.replace(/(?<=>)[^<>]*[^\s<>][^<>]*(?=<)/g, (text) => change(text))

const forms: Readonly<Record<string, (html: string) => string>> = {
  'no-break spaces': eachText((text) => text.replaceAll(' ', '&nbsp;')),
  'marks of the writing direction': eachText((text) => `\u200e${text}\u200e`),
  'isolates of the writing direction': eachText((text) => `\u2066${text}\u2069`),
  'marks of a byte order': eachText((text) => `\ufeff${text}`),
  'comments and spaces at the end of cells': (html) => html.replace(/<\/td>/gi, '<!-- x --> </td>'),
}

/** As a converter writes them for a second time, except those in addresses. */
const writtenTwice = eachText((text) =>
  text.replace(/&(?=#?[a-z0-9]{2,8};)/gi, '&amp;').replace(/&nbsp(?!;)/gi, '&amp;nbsp;'),
)

function valuesOf(result: ReturnType<typeof parseNotice>): unknown {
  return JSON.parse(JSON.stringify(result, (key, value) => (key === 'span' ? undefined : value)))
}

test.each(fixtures.flatMap((file) => Object.entries(forms).map(([form, write]) => ({ file, form, write }))))(
  '$file with $form reads the same',
  async ({ file, write }) => {
    const message = await readFixture(new URL(`../formats/${file}`, import.meta.url))
    expect(valuesOf(parseNotice({ ...message, html: write(message.html ?? '') }))).toEqual(
      valuesOf(parseNotice(message)),
    )
  },
)

test.each([...fixtures, 'cmecf-nda/fixtures/ca2-notice-cart.txt', 'acms-nda/fixtures/ca9-two-orders.txt'])(
  '%s reads the same if its references were written twice, so that they are shown',
  async (file) => {
    const { html = '', ...message } = await readFixture(new URL(`../formats/${file}`, import.meta.url))
    expect(valuesOf(parseNotice({ ...message, html: writtenTwice(html) }))).toEqual(
      valuesOf(parseNotice({ ...message, html })),
    )
  },
)

test('references in plain text are what they stand for', () => {
  const { text, lines } = readBody(messageOf({ text: 'Case&nbsp;Name: O&#39;Neil &amp; Sons v. R&D; &unknown; x' }))
  expect(squeeze(text.slice(lines[0]?.start, lines[0]?.end))).toBe("Case Name: O'Neil & Sons v. R&D; &unknown; x")
})

test('a possible break behind the hyphens of a number is no part of it', async () => {
  const { html = '', ...message } = await readFixture(new URL(`../formats/${fixtures[0]}`, import.meta.url))
  const broken = eachText((text) => text.replace(/(?<=\d)-(?=\w)/g, '-\u200b'))(html)
  expect(broken).not.toBe(html)
  expect(valuesOf(parseNotice({ ...message, html: broken }))).toEqual(valuesOf(parseNotice({ ...message, html })))
})

test('offsets stay those of the shown text', () => {
  const html = '<p>\u200eCase&nbsp;Name:\u200e</p><p>1:24-\u200bcv-00012\u2003by \u2066Doe\u2069</p>'
  const { text, lines } = readBody(messageOf({ html }))
  expect(text).toBe(' Case Name: 1:24-\u200bcv-00012 by  Doe ')
  expect(lines.map(({ start, end }) => squeeze(text.slice(start, end)))).toEqual(['Case Name:', '1:24-cv-00012 by Doe'])
})

test('characters that turn words around are not left out', () => {
  expect(squeeze('1:24-cv-\u202e21000')).toBe('1:24-cv-\u202e21000')
})

test('a line of which nothing is shown is blank', () => {
  expect(readBody(messageOf({ text: 'Court\n\u200e\nWill County' })).lines.map(({ breaks }) => breaks)).toEqual([1, 2])
})
