import { expect, test } from 'vitest'
import { everyNth } from '../../testing/long-run.ts'
import { messageOf } from '../read-fixture.ts'
import { parseNotice } from '../registry.ts'
import { findNotices } from '../split-notices.ts'

const nef =
  'Notice of Electronic Filing\nThe following transaction was entered on 1/1/2026\nCase Name: A v. B\nCase Number: 26-1\n'

/** Bodies that would take minutes with a nested search; the test fails by timeout. */
const bodies: readonly (readonly [string, string])[] = [
  ['addresses without end', 'https://x'.repeat(400_000)],
  ['addresses in parentheses', '(https://x'.repeat(300_000)],
  ['addresses in brackets', '7[https://x '.repeat(300_000)],
  ['addresses on one line', 'a <https://x.example/a> '.repeat(150_000)],
  ['closing brackets', `https://x${')'.repeat(3_900)} `.repeat(1_000)],
  ['closing brackets of both kinds', `https://x${')]'.repeat(1_900)}\n`.repeat(1_000)],
  ['one address over many lines', `https://x?${'a=b&\n'.repeat(700_000)}`],
  ['an open bracket', `<https://x${'\n> a'.repeat(900_000)}`],
  ['quotation marks', `${'>'.repeat(2_000)}\n`.repeat(1_500)],
  ['lines of quotation marks', '> | > |\n'.repeat(400_000)],
  ['header blocks', `From: a@b.example\nSubject: x\n${nef}`.repeat(20_000)],
  ['titles', nef.repeat(30_000)],
  ['labels of Markdown', '['.repeat(1_000_000) + '](https://x)'.repeat(100_000)],
  [
    'headings',
    `${nef}Docket Text:\nx\nNotice has been electronically mailed to:\n${`${'not notice '.repeat(100)}:\n`.repeat(3_000)}`,
  ],
  ['wrapped headings', `${nef}Docket Text:\nx\n${'1-1 notice to\n'.repeat(250_000)}`],
  ['wrapped labels', `${nef}Docket Text:\nx\n${'document\n\nthe following document(s) a\n'.repeat(80_000)}`],
]

test.each(everyNth(bodies, 3))('reads %s quickly', (_what, text) => {
  for (const message of [messageOf({ text }), messageOf({ html: text })]) {
    const result = parseNotice(message)
    if ('unclear' in result) expect(result.unclear).not.toContain('failed to read')
    expect(findNotices(message).length).toBeLessThan(26)
  }
})
