import type { Notice } from '@courtcrier/contract/notice.ts'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../message/message.ts'
import { parseNotice } from '../../registry.ts'
import { readBody } from '../../text/body.ts'
import { squeeze } from '../../text/found.ts'
import type { FormatDefinition } from './definition.ts'
import { countyMail, countyParser, countyTable, countyText } from './example.ts'

const read = (message: Message, changes?: Partial<FormatDefinition>) =>
  parseNotice(message, undefined, [countyParser(changes)])

function getNotice(message: Message, changes?: Partial<FormatDefinition>): Notice {
  const result = read(message, changes)
  if ('notice' in result) return result.notice
  throw new Error(result.unclear)
}

function getObstacle(message: Message, changes?: Partial<FormatDefinition>): string {
  const result = read(message, changes)
  return 'unclear' in result ? result.unclear : 'the notice is whole'
}

const changed = (from: string, to: string) => countyMail({ html: countyTable.replace(from, to) })

describe("a county court's mail", () => {
  test('in an HTML table is read completely, with every value and its position', () => {
    const message = countyMail({ html: countyTable })
    const notice = getNotice(message)
    expect(notice).toMatchObject({
      kind: 'filing',
      format: 'firm: Example County',
      courtId: { value: 'texbizct', from: 'derived' },
      cases: [{ docketNumber: { value: '2026-CV-00123' }, name: { value: 'Ortega v. Meridian Freight Co.' } }],
      event: { value: 'Motion to Compel' },
      docketText: { value: 'MOTION to Compel by Roe. Hearing to be set.' },
      filedDate: { value: '2026-11-21' },
      enteredAt: { value: { local: '2026-11-21T16:05:00', zone: 'CST', offsetMinutes: -360 } },
      filingUser: { value: 'Jane Roe' },
      reference: { value: '9917' },
      recipients: [
        { name: 'Ann Poe', emails: ['ann@firm.example'] },
        { name: 'Carl Dee', emails: [] },
      ],
    })
    expect(notice.documents).toMatchObject([
      {
        index: 0,
        description: { value: 'Motion to Compel' },
        link: { url: 'https://documents.examplecounty.example/view?id=1', host: 'documents.examplecounty.example' },
      },
    ])
    expectSpans(message, notice)
  })

  test('in plain text is read the same, including columns and folded lines', () => {
    const message = countyMail({ text: countyText })
    const notice = getNotice(message)
    expect(notice).toMatchObject({
      cases: [{ docketNumber: { value: '2026-CV-00123' }, name: { value: 'Ortega v. Meridian Freight Co.' } }],
      docketText: { value: 'MOTION to Compel by Roe. Hearing to be set.' },
      filedDate: { value: '2026-11-21' },
      filingUser: { value: 'Jane Roe' },
      reference: { value: '9917' },
    })
    expect(notice.documents[0]?.link?.url).toBe('https://documents.examplecounty.example/view-document?id=1')
    expectSpans(message, notice)
  })

  test('in plain text never includes a document link in its docket text or recipients', () => {
    const link = 'View document: https://documents.examplecounty.example/view-document?id=1\n'
    const text = `${countyText.replace(/\n\nEnvelope[\s\S]*/, '\n')}${link}Envelope number: 9917\nServed on: A <a@b.example>; C\n${link}`
    const notice = getNotice(countyMail({ text }))
    expect(notice.docketText?.value).toBe('MOTION to Compel by Roe. Hearing to be set.')
    expect(notice.recipients.map(({ name }) => name)).toEqual(['A', 'C'])
    expect(notice.documents[0]?.link?.token).toBe('id=1')
  })

  test('forwarded by a colleague is read from below the quoted headers and marks', () => {
    const text = `fyi\n\n> From: Clerk <no-reply@courts.examplecounty.example>\n> Sent: Monday\n>\n${countyText.replace(/^/gm, '> ')}`
    const from = { name: 'Jane', address: 'jane@firm.example' }
    const notice = getNotice(countyMail({ from, subject: 'FW: Notice of Electronic Filing', text }))
    expect(notice.cases[0]?.docketNumber.value).toBe('2026-CV-00123')
    expect(notice.docketText?.value).toBe('MOTION to Compel by Roe. Hearing to be set.')
  })

  test('takes what only the subject says from the subject', () => {
    const html = countyTable.replace(/<tr><td>Case No[\s\S]*?Co\.<\/td><\/tr>/, '')
    expect(getNotice(countyMail({ html })).cases).toMatchObject([
      {
        docketNumber: { value: '2026-CV-00123', from: 'subject' },
        name: { value: 'Ortega v. Meridian Freight Co.', from: 'subject' },
      },
    ])
  })

  test('names its court by the label, through the names given by the administrator', () => {
    const changes = { courtLabels: ['Court'], courtNames: { 'First * of Appeals': 'texbizct', 'Ninth Court': 'cand' } }
    const mail = (court: string) => changed('<h2>', `<h2>Court: ${court}</h2><h2>`)
    expect(getNotice(mail('Ninth Court'), changes).courtId).toMatchObject({ value: 'cand', from: 'body' })
    expect(getNotice(mail('FIRST Court of Appeals'), changes).courtId.value).toBe('texbizct')
    expect(getObstacle(mail('Tenth Court'), changes)).toBe(
      '"Tenth Court" isn\'t one of the courts that the format names.',
    )
    const withoutOwn = { ...changes, ecfxJurisdictionId: null }
    expect(getObstacle(countyMail({ html: countyTable }), withoutOwn)).toContain('does not name its court')
  })

  test('takes the value from the next line, the next cell or the same line, but never the next label', () => {
    const emptyCell = changed('<td>Jane Roe</td>', '<td></td>')
    expect(getNotice(emptyCell).filingUser).toBeUndefined()
    const nextLine = countyMail({ text: countyText.replace('Filed by: Jane Roe', 'Filed by:\nJane Roe') })
    expect(getNotice(nextLine).filingUser?.value).toBe('Jane Roe')
    const sentence = countyMail({ text: `${countyText}\nDocument was sent to all parties.\nFiled by mail only.\n` })
    expect(getNotice(sentence).documents).toHaveLength(1)
  })

  test('with a row of headings above its values is not read across', () => {
    const html = '<table><tr><td>Filed by</td><td>Filed</td></tr><tr><td>Jane</td><td>1/2/2026</td></tr></table>'
    const notice = getNotice(countyMail({ html, subject: 'Filing in 2026-CV-1 - A v. B' }), {
      eventLabels: [],
      subjectPatterns: ['{event} in {docket number} - {case name}'],
    })
    expect(notice.filedDate).toBeUndefined()
    expect(notice.filingUser).toBeUndefined()
    expect(notice.event?.value).toBe('Filing')
  })
})

describe('what does not belong to the format', () => {
  test.each<[string, Partial<Message>]>([
    ['another sender', { from: { name: '', address: 'clerk@courts.examplecounty.example.evil.example' } }],
    [
      'a sender whose name only looks like the court',
      { from: { name: 'a@courts.examplecounty.example', address: 'x@y.example' } },
    ],
    ['another subject', { subject: 'Your invoice' }],
  ])('%s is ignored', (_, parts) => {
    const message = countyMail({ html: countyTable, ...parts })
    expect(countyParser().score(message)).toBe(0)
    expect(read(message)).toMatchObject({ unclear: expect.stringContaining('not a court notice') })
  })

  test('a text without the phrase is ignored, and one with it over two lines is not', () => {
    const parser = countyParser({ bodyPhrases: ['served * electronically'] })
    expect(parser.score(countyMail({ html: countyTable }))).toBe(0)
    expect(parser.score(countyMail({ text: 'You were served\nwith this\nELECTRONICALLY.' }))).toBeGreaterThan(0)
    expect(parser.whyNot(countyMail({ html: countyTable })).map(({ field }) => field)).toEqual(['bodyPhrases'])
  })

  test('links to other hosts, without the words, with a port or with a login are not documents', () => {
    const links = [
      'https://evil.example/view document',
      'https://documents.examplecounty.example.evil.example/view',
      'https://documents.examplecounty.example:8443/view',
      'https://user:pass@documents.examplecounty.example/view',
      'ftp://documents.examplecounty.example/view',
    ]
    const html = countyTable.replace(
      /<a href[\s\S]*<\/a>/,
      links.map((url) => `<a href="${url}">view document</a>`).join(' '),
    )
    expect(getNotice(countyMail({ html })).documents).toMatchObject([{ index: 0 }])
    expect(getNotice(countyMail({ html })).documents[0]?.link).toBeUndefined()
  })
})

describe('an incomplete notice is left to a person', () => {
  test.each<[string, string, string, string]>([
    [
      'with another case in the subject',
      '2026-CV-00123</td>',
      '2026-CV-00999</td>',
      'The subject names the case 2026-CV-00123, the text 2026-CV-00999.',
    ],
    [
      'with words for a docket number',
      '2026-CV-00123</td>',
      'see below</td>',
      '"see below" stands where the docket number should be.',
    ],
    [
      'with two envelope numbers',
      '<p>Env',
      '<p>Envelope number: 5</p><p>Env',
      'This message has 2 envelope numbers. Forward each notice in a message of its own.',
    ],
    [
      'with two links for one document',
      'Unsubscribe<',
      'View document<',
      'This message has 2 links to documents for one document, so it is not clear which belong together.',
    ],
  ])('%s', (_, from, to, obstacle) => {
    expect(getObstacle(changed(from, to))).toBe(obstacle)
  })

  test('without what was filed', () => {
    const html = countyTable
      .replace('Document:', 'Paper:')
      .replace('Docket text', 'Text')
      .replace(/<a href[\s\S]*<\/a>/, '')
    expect(getObstacle(countyMail({ html }))).toBe('This notice does not say what was filed.')
  })

  test('without any case', () => {
    const html = countyTable.replace('Case No.', 'Number')
    expect(getObstacle(countyMail({ html, subject: 'Notice of Electronic Filing' }))).toBe(
      'This looks like a court notice, but it names no case.',
    )
  })

  test('without what the format requires', () => {
    const requiredParts = ['link', 'filed by', 'recipients']
    expect(getNotice(countyMail({ html: countyTable }), { requiredParts }).format).toBe('firm: Example County')
    expect(getObstacle(countyMail({ text: countyText.replace('View document: https', '') }), { requiredParts })).toBe(
      'The format "Example County" requires the recipients and a link to each document.',
    )
  })
})

function expectSpans(message: Message, notice: Notice): void {
  const { text } = readBody(message)
  const plain = (value: string) => squeeze(value).replaceAll(' ', '')
  const [first] = notice.cases
  const quoted = [
    notice.docketText,
    notice.filingUser,
    notice.reference,
    notice.event,
    first?.name,
    first?.docketNumber,
  ]
  for (const found of quoted) {
    expect(found?.from).toBe('body')
    expect(plain(text.slice(found?.span?.[0], found?.span?.[1]))).toBe(plain(found?.value ?? ''))
  }
}
