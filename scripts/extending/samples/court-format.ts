import type { Sample } from '../sample.ts'

const courts = 'packages/server/src/courts'

export const courtFormatSample: Sample = {
  row: "a court's notice format",
  fromGuide: [`${courts}/formats/county-mail/parser.ts`],
  edits: [
    {
      file: `${courts}/registry.ts`,
      after: "from './formats/cmecf-summary/parser.ts'",
      insert: "import { countyMail } from './formats/county-mail/parser.ts'",
    },
    { file: `${courts}/registry.ts`, after: '  californiaEfsp,', insert: '  countyMail,' },
  ],
  proofs: {
    [`${courts}/formats/county-mail/sample.test.ts`]: `import { expect, test } from 'vitest'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

test('an announcement of the county is read by its own format, and other mail is not', () => {
  const message = messageOf({ subject: 'County e-filing: Closed on Friday', html: '<p>Closed.</p>' })
  expect(parseNotice(message, 'ohsd')).toMatchObject({
    notice: { format: 'county-mail', kind: 'announcement', event: { value: 'Closed on Friday' } },
  })
  expect(parseNotice({ ...message, subject: 'Closed on Friday' }, 'ohsd')).toHaveProperty('unclear')
})
`,
  },
}
