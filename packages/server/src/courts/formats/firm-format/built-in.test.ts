import { describe, expect, test } from 'vitest'
import type { Message } from '../../message/message.ts'
import { messageOf, readFixture } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import type { FormatDefinition } from './definition.ts'
import { countyMail, countyParser, countyTable } from './example.ts'

const read = (message: Message, changes?: Partial<FormatDefinition>) =>
  parseNotice(message, undefined, [countyParser(changes)])

describe('alongside the built-in formats', () => {
  const wide = { senderDomains: [], subjectPatterns: ['Activity in Case'] }
  const nef = () => readFixture(new URL('../cmecf-nef/fixtures/ared-case-closed.txt', import.meta.url))

  test('a built-in format reads what it knows, unless the firm’s goes first', async () => {
    const message = await nefMessage(nef)
    expect(formatOf(read(message, wide))).toBe('cmecf-nef')
    expect(formatOf(read(message, { ...wide, overridesBuiltIn: true }))).toBe('firm: Example County')
  })

  test('of two formats, the one that requires more reads', () => {
    const wider = countyParser({ name: 'Wide', subjectPatterns: [] })
    const result = parseNotice(countyMail({ html: countyTable }), undefined, [wider, countyParser()])
    expect(formatOf(result)).toBe('firm: Example County')
  })

  test('a court given by a person counts, even if the format reads none', () => {
    const parser = countyParser({ ecfxJurisdictionId: null, courtLabels: ['Court'], courtNames: { Ninth: 'cand' } })
    const result = parseNotice(countyMail({ html: countyTable }), 'nysd', [parser])
    expect(result).toMatchObject({ notice: { courtId: { value: 'nysd' } } })
  })
})

async function nefMessage(load: () => Promise<Message>): Promise<Message> {
  const message = await load()
  return messageOf({ ...message, subject: message.subject || 'Activity in Case 1:26-cv-1' })
}

function formatOf(result: ReturnType<typeof parseNotice>): string | undefined {
  return 'notice' in result ? result.notice.format : result.understood.format
}
