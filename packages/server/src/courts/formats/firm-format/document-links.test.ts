import type { Notice } from '@courtcrier/contract/notice.ts'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../message/message.ts'
import { parseNotice } from '../../registry.ts'
import type { FormatDefinition } from './definition.ts'
import { countyMail, countyParser, countyTable } from './example.ts'

const read = (message: Message, changes?: Partial<FormatDefinition>) =>
  parseNotice(message, undefined, [countyParser(changes)])

function getNotice(message: Message, changes?: Partial<FormatDefinition>): Notice {
  const result = read(message, changes)
  if ('notice' in result) return result.notice
  throw new Error(result.unclear)
}

const changed = (from: string, to: string) => countyMail({ html: countyTable.replace(from, to) })

describe('documents and links', () => {
  const list = (rows: string) => countyMail({ html: countyTable.replace(/<a href[\s\S]*<\/a>/, rows) })
  const link = (id: number, text: string) => `<a href="https://documents.examplecounty.example/v?id=${id}">${text}</a>`

  test('a title that is itself a link has that link, in any order', () => {
    const rows = `<p>Document: ${link(3, 'Exhibit A')}</p><p>Document: ${link(2, 'Exhibit B')}</p>`
    const html = countyTable.replace(/<tr><td>Document[\s\S]*?<\/tr>/, '').replace(/<a href[\s\S]*<\/a>/, rows)
    const { documents } = getNotice(countyMail({ html }), { linkWords: [] })
    expect(documents.map(({ description, link: found }) => [description.value, found?.token])).toEqual([
      ['Exhibit A', 'id=3'],
      ['Exhibit B', 'id=2'],
    ])
  })

  test('links without titles are documents titled by their own words', () => {
    const rows = `${link(1, 'Order')} ${link(2, 'Exhibit')} ${link(2, 'Exhibit')}`
    const { documents } = getNotice(list(rows), { linkWords: [], documentTitleLabels: [], eventLabels: ['Document'] })
    expect(documents.map(({ description }) => description.value)).toEqual(['Order', 'Exhibit'])
  })

  test('two links that differ only in their query are distinguished by their tokens', () => {
    const rows = `${link(1, 'Order')} ${link(2, 'Exhibit')}`
    const { documents } = getNotice(list(rows), { linkWords: [], documentTitleLabels: [], eventLabels: ['Document'] })
    expect(new Set(documents.map(({ link: found }) => found?.token)).size).toBe(2)
  })

  test('a link rewritten by a mail gateway is restored', () => {
    const url = encodeURIComponent('https://documents.examplecounty.example/view?id=1')
    const rows = `<a href="https://nam01.safelinks.protection.outlook.com/?url=${url}&data=1">View document</a>`
    expect(getNotice(list(rows)).documents[0]?.link?.host).toBe('documents.examplecounty.example')
  })

  test('a sealed document is marked as sealed', () => {
    expect(getNotice(changed('MOTION to', 'SEALED MOTION to')).isSealed).toBe(true)
    expect(getNotice(countyMail({ html: countyTable })).isSealed).toBe(false)
  })
})
