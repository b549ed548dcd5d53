import { contrastRatio } from '@courtcrier/contract/theme/contrast.ts'
import { html } from '@courtcrier/lib/mail-text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attributesOf,
  compose,
  composeOptions,
  documentOf,
  elementsOf,
  linksOf,
  textOfHtml,
} from '../../testing/composed-mail.ts'
import { messageIdOf } from './compose.ts'
import { mailPage } from './html-part.ts'

test('the subject names the case, its number and what happened', () => {
  expect(compose().subject).toBe('Acme, Inc. v. Doe (3:26-cv-04417-RS): Motion for Summary Judgment')
  expect(compose({ envelope: { caseName: null } }).subject).toBe('3:26-cv-04417-RS: Motion for Summary Judgment')
  expect(compose({ envelope: { caseName: null, docketNumber: null, event: null } }).subject).toBe(
    'Court filing: New filing',
  )
})

test('both parts say what was filed, by whom, and where to open it', () => {
  const { text, html } = compose()
  for (const part of [text, textOfHtml(html)]) {
    expect(part).toContain('Acme, Inc. v. Doe')
    expect(part).toContain('3:26-cv-04417-RS · N.D. Cal.')
    expect(part).toContain('November 20, 2026')
    // 01:41 UTC is the evening before in San Francisco, where the deadline runs.
    expect(part).toContain('November 20, 2026 at 5:41 PM PST')
    expect(part).toContain('R. Osei')
    expect(part).toContain('MOTION for Summary Judgment filed by Acme, Inc.')
    expect(part).toContain('Why you receive this: Assigned to the case.')
  }
  expect(text).toContain("How you're notified: https://notices.hale-osei.example/profile#delivery")
  expect(html).toContain('href="https://notices.hale-osei.example/profile#delivery"')
  expect(text).toContain('https://notices.hale-osei.example/load-notice/item-1')
  expect(html).toContain('href="https://notices.hale-osei.example/load-notice/item-1"')
})

test("text on the firm's color is white or dark, whichever has more contrast", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, '0')}`
      const page = mailPage({ title: '', preheader: '', firmName: 'Hale', color, footer: html`` }, html``)
      const [, ground = '', ink = ''] = /bgcolor="(#\w{6})" style="[^"]*color:(#\w{6});">Hale/.exec(page) ?? []
      expect(ground).toBe(color)
      expect(contrastRatio(ink, ground)).toBe(
        Math.max(...['#1b2333', '#ffffff'].map((each) => contrastRatio(each, ground))),
      )
    }),
  )
})

test('the headers prevent automatic replies, keep threads together and identify repeats', () => {
  const mail = compose()
  expect(mail).toMatchObject({
    from: { name: 'Hale & Osei LLP', address: 'courtcrier@hale-osei.example' },
    to: { name: 'Ruth Osei', address: 'r.osei@hale-osei.example' },
    replyTo: 'docketing@hale-osei.example',
    messageId: '<delivery-1@notices.hale-osei.example>',
    references: '<case-case-1@notices.hale-osei.example>',
  })
  expect(mail.headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'List-Unsubscribe': '<https://notices.hale-osei.example/profile#delivery>',
    'X-Courtcrier-Filing': 'envelope-1',
  })
  expect(compose()).toEqual(mail)
})

test('PDFs are attached under readable names if the method says so and they fit', () => {
  const documents = [
    documentOf({ title: 'Motion for Summary Judgment' }),
    documentOf({ id: 'd1', number: '118-1', title: 'Declaration of R. Osei' }),
    documentOf({ id: 'd2', number: '118-1', title: 'declaration of R. OSEI' }),
  ]
  expect(compose({ documents }).attachments).toEqual([
    { fileId: 'f', fileName: '118 Motion for Summary Judgment.pdf', size: 1_000_000 },
    { fileId: 'f', fileName: '118-1 Declaration of R. Osei.pdf', size: 1_000_000 },
    { fileId: 'f', fileName: '118-1 declaration of R. OSEI (2).pdf', size: 1_000_000 },
  ])
  for (const method of ['WEB_LINK', 'DMS_LINK'] as const) {
    const mail = compose({ documents, delivery: { method } })
    expect(mail.attachments).toEqual([])
    expect(mail.text).toContain('https://notices.hale-osei.example/load-document/d1?told=delivery-1')
    expect(mail.html).toContain('href="https://notices.hale-osei.example/load-document/d1?told=delivery-1"')
  }
  for (const method of ['PDF_NO_EMAIL', 'PDF_AND_DMS_LINK', 'PDF_AND_DMS_LINK_NO_EMAIL'] as const) {
    expect(compose({ documents, delivery: { method } }).attachments).toHaveLength(3)
  }
})

test('if the documents are too large together, the first ones are attached, and the email says so', () => {
  const [first, ...others] = [12, 9, 1].map((size, n) => documentOf({ id: `d${n}`, title: `D${n}`, size: size * 1e6 }))
  const documents = [documentOf({ id: 's', sealed: true }), first ?? documentOf({}), ...others]
  const mail = compose({ documents })
  expect(mail.attachments.map(({ size }) => size)).toEqual([12e6])
  expect(mail).toMatchObject({ attachedDocuments: 1, linkedDocuments: 2 })
  const come = 'The documents come to 22.0 MB, more than the'
  const remark = `${come} 20.0 MB that are sent by mail, so 1 of 3 is attached and 2 are behind links.`
  for (const part of [mail.text, textOfHtml(mail.html)]) expect(part).toContain(remark)
  expect(mail.text).toContain('https://notices.hale-osei.example/load-document/d1?told=delivery-1')
  const two = compose({ documents, firm: { maxEmailAttachmentSize: 21_000_000 } })
  expect(two.attachments).toHaveLength(2)
  expect(two.text).toContain('so 2 of 3 are attached and 1 is behind a link.')
  expect(compose({ documents, firm: { maxEmailAttachmentSize: 22_000_000 } })).toMatchObject({ linkedDocuments: 0 })
})

test('if the first document is too large, all are linked, and the email says so', () => {
  const mail = compose({ documents: [documentOf({ size: 21_000_000 }), documentOf({ id: 'd1', size: 1 })] })
  expect(mail.attachments).toEqual([])
  const remark = 'The documents come to 21.0 MB, more than the 20.0 MB that are sent by mail, so they are behind links.'
  for (const part of [mail.text, textOfHtml(mail.html)]) expect(part).toContain(remark)
  expect(compose({ documents: [documentOf({ size: null })] }).text).toContain(
    'The size of the document is not known, so it is behind a link.',
  )
})

test('a combined PDF is attached even if the documents would be too large separately', () => {
  const documents = [
    documentOf({ size: 12_000_000 }),
    documentOf({ id: 'd1', size: 9_000_000 }),
    documentOf({ id: 'd2', sealed: true }),
  ]
  const content = new Uint8Array(7)
  const combined = { fileName: '118 Motion.pdf', content }
  const mail = compose({ documents, options: { together: { combined } } })
  expect(mail.attachments).toEqual([{ fileName: '118 Motion.pdf', content, size: 7 }])
  expect(mail.attachedDocuments).toBe(2)
  for (const part of [mail.text, textOfHtml(mail.html)]) {
    expect(part).toContain('The documents are attached as one PDF: 118 Motion.pdf')
    expect(part).toContain('Sealed, so it is not sent by mail.')
  }
  const linked = compose({ documents, options: { together: { combined }, linksBecause: 'Too large.' } })
  expect(linked).toMatchObject({ attachments: [], attachedDocuments: 0 })
  expect(linked.text).not.toContain('one PDF')
})

test('documents that could not be combined are attached separately, and the email says so', () => {
  const mail = compose({ options: { together: { singlesBecause: 'It took too long. They are sent separately.' } } })
  expect(mail.attachments).toHaveLength(1)
  expect(mail.text).toContain('It took too long. They are sent separately.')
})

test('a sealed document is never sent by email, and a missing one is listed with the reason', () => {
  const documents = [
    documentOf({ sealed: true }),
    documentOf({ id: 'd1', sealed: true, fileId: null, sentence: 'The court keeps it under seal.' }),
    documentOf({ id: 'd2', fileId: null, verdict: 'spent', sentence: null }),
    documentOf({ id: 'd3', fileId: null, verdict: 'broken', sentence: 'The court answered with half a PDF.' }),
  ]
  const { attachments, text, html } = compose({ documents })
  expect(attachments).toEqual([])
  for (const part of [text, textOfHtml(html)]) {
    expect(part).toContain('Sealed, so it is not sent by mail.')
    expect(part).toContain('The court keeps it under seal.')
    expect(part).toContain('The free look was already used.')
    expect(part).toContain('The court answered with half a PDF.')
  }
  expect(text).not.toContain('load-document/d1')
  expect(text).not.toContain('load-document/d2')
})

test('links work without a login only if the firm allows it, and never for sealed documents', () => {
  const documents = [documentOf({}), documentOf({ id: 'd1', sealed: true })]
  const method = { method: 'WEB_LINK' } as const
  const withLinks = { publicPathOf: (id: string) => `/public-document/token-of-${id}` }
  const open = { publicDocumentAccess: true }
  const mail = compose({ documents, delivery: method, firm: open, options: withLinks })
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('https://notices.hale-osei.example/public-document/token-of-d0')
    expect(part).not.toContain('load-document/d0')
    expect(part).not.toContain('token-of-d1')
  }
  expect(mail.html).toContain('/load-document/d1')
  const closed = [
    compose({ documents, delivery: method, options: withLinks }),
    compose({ documents, delivery: method, firm: open, options: withLinks, envelope: { isSealed: true } }),
    compose({ documents, delivery: method, firm: open }),
  ]
  for (const { text, html } of closed) {
    expect(text + html).not.toContain('public-document')
    expect(html).toContain('/load-document/d0')
  }
})

test('a filing with very many documents lists the first ones and attaches them all', () => {
  const documents = Array.from({ length: 90 }, (_, n) =>
    documentOf({ id: `d${n}`, number: `118-${n}`, title: 'x'.repeat(90), size: 1 }),
  )
  const mail = compose({ documents })
  expect(mail.attachments).toHaveLength(90)
  expect(mail.text).toContain('30 more documents are not listed here')
  expect(compose({ documents: documents.slice(0, 61) }).text).toContain('1 more document is not listed here')
  expect(Buffer.byteLength(mail.html)).toBeLessThan(102_000)
})

test('an entry without documents says so', () => {
  expect(compose({ documents: [] }).text).toContain('This entry has no document.')
})

test('saved copies are listed, each with its link, only if the delivery method asks for them', () => {
  const link = 'https://dms.example/open?id=7&v=1'
  const copies = [
    { path: 'Acme/118.pdf', link },
    { path: 'Doe/118.pdf', link: null },
  ]
  const documents = [documentOf({ copies })]
  const mail = compose({ documents, delivery: { method: 'PDF_AND_DMS_LINK' } })
  expect(mail.text).toContain(`    Saved as Acme/118.pdf\n    ${link}\n    Saved as Doe/118.pdf\n`)
  expect(linksOf(mail.html)).toContain(link)
  expect(textOfHtml(mail.html)).toContain('Saved as Doe/118.pdf')
  expect(compose({ documents }).text).not.toContain('Saved as')
  expect(linksOf(compose({ documents }).html)).not.toContain(link)
})

test.each(['iwl:dms=firm&&lib=active&&num=7', 'javascript:alert(1)', 'https://dms.example/a b'])(
  'the address %s of a copy is no link',
  (link) => {
    const documents = [documentOf({ copies: [{ path: 'Acme/118.pdf', link }] })]
    const mail = compose({ documents, delivery: { method: 'DMS_LINK' } })
    expect(mail.text).toContain('Saved as Acme/118.pdf')
    expect(mail.text).not.toContain(link)
    expect(linksOf(mail.html)).not.toContain(link)
  },
)

test('nothing a court or a person wrote becomes markup, a header, or a path on disk', () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=a()>\r\nBcc: everyone@example.com\r\n\r\n\u202e../../etc'
  const mail = compose({
    envelope: {
      caseName: evil,
      docketNumber: evil,
      event: evil,
      docketText: evil,
      filedBy: evil,
      documentNumber: evil,
    },
    documents: [documentOf({ number: evil, title: evil }), documentOf({ id: evil, fileId: null, sentence: evil })],
    delivery: { reason: evil, name: evil },
    firm: { name: evil, primaryColor: '#fff" onload="x' },
  })
  expect(elementsOf(mail.html)).not.toContain('script')
  expect(elementsOf(mail.html)).not.toContain('img')
  expect(attributesOf(mail.html)).not.toContain('onload')
  for (const line of [mail.subject, mail.from.name, mail.to.name, mail.messageId, mail.references]) {
    expect(line).not.toMatch(/[\r\n\u202e]/)
  }
  expect(mail.attachments[0]?.fileName).not.toMatch(/[/\\<>:"\r\n\u202e]/)
})

test('whatever the texts are, the HTML has only the elements the email is built from and no foreign links', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('<a href=//x>', '&#60;b&#62;', '\u0000', '</td>', "'`"),
  )
  fc.assert(
    fc.property(text, text, text, (caseName, docketText, title) => {
      const { html } = compose({
        envelope: { caseName, docketText, event: title },
        documents: [documentOf({ title, number: title })],
      })
      const known = ['html', 'head', 'meta', 'title', 'body', 'div', 'table', 'tr', 'td', 'span', 'a', 'br']
      expect(elementsOf(html).filter((name) => !known.includes(name))).toEqual([])
      expect(linksOf(html).every((link) => link.startsWith(composeOptions.consoleUrl))).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('Gmail shows the whole email, however long the docket text is', () => {
  const mail = compose({ envelope: { docketText: '<&>"'.repeat(50_000), caseName: 'x'.repeat(5_000) } })
  expect(Buffer.byteLength(mail.html)).toBeLessThan(102_000)
  expect(mail.subject.length).toBeLessThan(300)
  expect(mail.text).toContain('(the rest is in Courtcrier)')
})

test("text is readable on the firm's color", () => {
  expect(compose({ firm: { primaryColor: '#ffe9a8' } }).html).toContain('color:#1b2333;">Hale &#38; Osei LLP')
  expect(compose({ firm: { primaryColor: '#23407a' } }).html).toContain('color:#ffffff;">Hale &#38; Osei LLP')
})

test('a message ID never breaks out of its brackets', () => {
  expect(messageIdOf('a@b> <c', 'http://127.0.0.1:8420')).toBe('<abc@127.0.0.1>')
})
