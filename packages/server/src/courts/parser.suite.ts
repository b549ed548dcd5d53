import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Found, Notice } from '@courtcrier/contract/notice.ts'
import { describe, expect, test } from 'vitest'
import { readFixture, withoutSpans } from './read-fixture.ts'
import { parseNotice } from './registry.ts'
import { readBody } from './text/body.ts'
import { squeeze } from './text/found.ts'

/**
 * Tests every message in a parser's folder of fixtures: the result equals the adjacent `.json` (`vitest -u` rewrites
 * it; read it before committing), and each value is where its span says.
 */
export function describeFixtures(folder: URL): void {
  const files = readdirSync(folder).filter((file) => /\.(?:txt|eml|html)$/.test(file) && file !== 'LICENSE.txt')
  describe.each(files)('%s', (file) => {
    test('is read as in the adjacent file', async () => {
      const golden = new URL(file.replace(/\.\w+$/, '.json'), folder)
      const result = withoutSpans(parseNotice(await readFixture(new URL(file, folder))))
      await expect(`${JSON.stringify(result, undefined, 2)}\n`).toMatchFileSnapshot(fileURLToPath(golden))
    })

    test('has every value where its span says', async () => {
      const message = await readFixture(new URL(file, folder))
      const { text } = readBody(message)
      const result = parseNotice(message)
      const notice = 'notice' in result ? result.notice : result.understood
      for (const { value, span } of quoted(notice)) {
        expect(span, value).toBeDefined()
        expect(plain(text.slice(span?.[0], span?.[1]))).toBe(plain(value))
      }
    })
  })
}

/** The values found verbatim in the body. */
function quoted(notice: Partial<Notice>): Found<string>[] {
  const { cases = [], documents = [], crossReferences = [] } = notice
  const all = [
    notice.docketText,
    notice.documentNumber,
    notice.filingUser,
    notice.reference,
    notice.claimNumber,
    ...cases.flatMap((one) => [one.name, one.docketNumber, one.documentNumber, one.docketText]),
    ...documents.map((document) => document.description),
    ...crossReferences,
  ]
  return all.filter((found) => found !== undefined).filter((found) => found.from === 'body')
}

function plain(text: string): string {
  return squeeze(text.replace(/<\/?i>/g, ' ')).replaceAll(' ', '')
}
