import { expect, test } from 'vitest'
import { contentIdOf } from './content-id.ts'
import { messageOf } from './read-fixture.ts'

const long = 'All parties are to read this at once. '.repeat(30)
const link = (id: string, token: string) => `https://ecf.cand.uscourts.gov/doc1/${id}?caseid=1&magic_num=${token}`
const ofHtml = (html: string, more = {}) => contentIdOf(messageOf({ subject: 'Notice', html, ...more }))
const ofText = (text: string) => contentIdOf(messageOf({ subject: 'Notice', text }))

test('copies for several recipients are the same, whatever tokens their court links have', () => {
  const copy = (token: string) => ofHtml(`<p>${long}</p><a href="${link('035023515598', token)}">1</a>`)
  expect(copy('12345678')).toBe(copy('87654321'))
  const inText = (token: string) => ofText(`${long}\n${link('035023515598', token)}\n`)
  expect(inText('12345678')).toBe(inText('87654321'))
})

const genuine = `<p>${long}</p><a href="${link('035023515598', '12345678')}">1</a>`
test.each([
  ['what it says further down', genuine.replace('</p>', 'Pay here.</p>')],
  ['where a link leads', genuine.replace('035023515598', '035023515599')],
  ['the host of a link', genuine.replace('ecf.cand.uscourts.gov', 'ecf.cand.uscourts.gov.evil.example')],
  ['a further link with the same words', `${genuine}<a href="https://evil.example/"></a>`],
])('messages that differ in %s are not copies', (_, forged) => {
  expect(forged).not.toBe(genuine)
  expect(ofHtml(forged)).not.toBe(ofHtml(genuine))
})

test('nor are those that differ in an address in plain text, their subject or an attachment', () => {
  expect(ofText(`${long}\nhttps://ecf.cand.uscourts.gov/doc1/035023515598\n`)).not.toBe(
    ofText(`${long}\nhttps://ecf.cand.uscourts.gov/doc1/035023515599\n`),
  )
  expect(ofHtml(genuine, { subject: 'Another' })).not.toBe(ofHtml(genuine))
  const attached = (text: string) => ({
    attachments: [{ fileName: 'order.pdf', mediaType: 'application/pdf', content: Buffer.from(text) }],
  })
  expect(ofHtml(genuine, attached('one'))).not.toBe(ofHtml(genuine, attached('two')))
})
