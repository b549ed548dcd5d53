import type { Edit, Sample } from '../sample.ts'

const contract = 'packages/contract/src'

const edits: readonly Edit[] = [
  { file: `${contract}/fields/field.ts`, after: "  | 'file'", insert: "  | 'phone'" },
  {
    file: `${contract}/fields/registry.ts`,
    after: "from './number.ts'",
    insert: "import { phoneKind } from './phone.ts'",
  },
  { file: `${contract}/fields/registry.ts`, after: '  file: fileKind,', insert: '  phone: phoneKind,' },
  {
    file: 'packages/console/src/fields/registry.ts',
    after: "from './number.tsx'",
    insert: "import { phoneControl } from './phone.tsx'",
  },
  {
    file: 'packages/console/src/fields/registry.ts',
    after: '  file: fileControl,',
    insert: '  phone: phoneControl,',
  },
  {
    file: 'packages/console/src/fields/inputs.ts',
    after: '  file: { Input: LineInput }',
    insert: '  phone: textInput,',
  },
  {
    file: `${contract}/testing/arbitrary-value.ts`,
    after: '  color: () => fc.nat(',
    insert: '  phone: () => fc.stringMatching(/^\\+[1-9][0-9]{6,14}$/),',
  },
  {
    file: `${contract}/testing/every-kind.ts`,
    after: "from '../fields/number.ts'",
    insert: "import { phone } from '../fields/phone.ts'",
  },
  { file: `${contract}/testing/every-kind.ts`, after: '    setting: text(31', insert: '    line: phone(40),' },
  {
    file: `${contract}/messages.ts`,
    after: '  not_date: ',
    insert: "  not_phone: 'Must be a number such as +14155550100.',",
  },
]

export const fieldKindSample: Sample = {
  row: 'a kind of field',
  fromGuide: [`${contract}/fields/phone.ts`, 'packages/console/src/fields/phone.tsx'],
  edits,
  proofs: {
    [`${contract}/fields/phone-sample.test.ts`]: `import { expect, test } from 'vitest'
import { validateValue } from '../input.ts'
import { phone } from './phone.ts'

test('a telephone number is read in international form, and nothing else', () => {
  expect(validateValue(phone(4), ' +14155550100 ')).toEqual({ value: '+14155550100' })
  expect(JSON.stringify(validateValue(phone(4), '415-555-0100'))).toContain('not_phone')
})
`,
  },
  holds: ['registry', 'csv', 'validation']
    .map((name) => `${contract}/fields/${name}.test.ts`)
    .concat([`${contract}/wire.test.ts`, `${contract}/messages.test.ts`]),
}
