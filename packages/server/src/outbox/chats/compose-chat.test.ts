import { expect, test } from 'vitest'
import type { ChatFiling } from './chat-row.ts'
import { chatBody, chatOfFiling } from './compose-chat.ts'

const filing: ChatFiling = {
  courtId: 'cand',
  event: 'Motion for Summary Judgment',
  caseName: 'Acme, Inc. v. Doe',
  docketNumber: '3:26-cv-04417-RS',
  date: '2026-11-20',
  isSealed: false,
}
const at = { itemId: 'item-1', consoleUrl: 'https://notices.hale-osei.example' }
const link = 'https://notices.hale-osei.example/load-notice/item-1'

const slack = (values: Partial<ChatFiling> = {}) => chatBody('SLACK', chatOfFiling({ ...filing, ...values }, at))
const teams = (values: Partial<ChatFiling> = {}) => chatBody('TEAMS', chatOfFiling({ ...filing, ...values }, at))

test('a message says the event, the case, the court, the number and the date, with a link that needs a login', () => {
  expect(chatOfFiling(filing, at)).toEqual({
    heading: 'Motion for Summary Judgment',
    lines: ['Acme, Inc. v. Doe', 'N.D. Cal. · 3:26-cv-04417-RS', 'Filed November 20, 2026'],
    url: link,
  })
})

test('a filing of which little is known has a message too', () => {
  const bare = { ...filing, courtId: null, event: null, caseName: null, docketNumber: null, date: null }
  expect(chatOfFiling(bare, at)).toEqual({ heading: 'New filing', lines: [], url: link })
})

test('a message about a sealed filing says only that there is one', () => {
  for (const body of [slack({ isSealed: true }), teams({ isSealed: true })]) {
    expect(body).toContain('A sealed filing')
    expect(body).toContain(link)
    expect(body).not.toMatch(/Acme|Summary|04417|N\.D\. Cal|2026-11|November/)
  }
})

const hostile = [
  '<!channel> <!here> <@U123> <#C123>',
  '<https://evil.example|Open in Courtcrier>',
  '&lt;!channel&gt;',
  '[Open](https://evil.example) **now** _x_ `y`',
  '<at>Everyone</at>',
  '"}],"text":"broken',
  '\u202eevil\u0000\r\nsecond line',
  'x'.repeat(5000),
  '@channel @here @everyone',
  '<!subteam^S123|partners> <!date^1^{date}|x>',
  ':tada: ~gone~ > quoted',
  '\ufeff\u2028<\u2029at id="0">x</at>',
]

test.each(hostile)('a case or event named %j is plain text in Slack', (name) => {
  const body = JSON.parse(slack({ caseName: name, event: name, docketNumber: name }))
  const marked = body.blocks.flatMap(({ text }: { text: { type: string; text: string } }) =>
    text.type === 'mrkdwn' ? [text.text] : [],
  )
  expect(body).toMatchObject({ unfurl_links: false, unfurl_media: false })
  expect(marked).toEqual([`<${link}|Open in Courtcrier>`])
  // Only our own link is between angle brackets.
  expect(JSON.stringify(body).match(/<[^>]*>?/g)).toEqual([`<${link}|Open in Courtcrier>`])
  expect(body.text).not.toMatch(/&(?!amp;|lt;|gt;)/)
  const shown = body.text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  expect(shown.startsWith(body.blocks[0].text.text)).toBe(true)
  expect(body.blocks[0].text.text.length).toBeLessThanOrEqual(150)
  expect(body.blocks.every(({ text }: { text: { text: string } }) => text.text.length <= 3000)).toBe(true)
})

test.each(hostile)('a case or event named %j is a run of text in Teams, which has no Markdown', (name) => {
  const { content } = JSON.parse(teams({ caseName: name, event: name, docketNumber: name })).attachments[0]
  for (const { type, inlines } of content.body) {
    expect(type).toBe('RichTextBlock')
    for (const run of inlines) {
      expect(run.type).toBe('TextRun')
      expect(run.text).not.toMatch(/[<>\n\u202e]/)
    }
  }
  expect(content.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open in Courtcrier', url: link }])
  // Teams takes up to 28 KB.
  expect(JSON.stringify(content).length).toBeLessThan(28_000)
})
