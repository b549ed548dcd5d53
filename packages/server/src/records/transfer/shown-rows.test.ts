import { matter } from '@courtcrier/contract/resources/matter.ts'
import { roleFromRow } from '@courtcrier/contract/resources/user-security-role.ts'
import { expect, test } from 'vitest'
import { shownTo } from './shown-rows.ts'

const row = {
  ...{ row: 2, id: 'x', title: 'Ortiz' },
  changes: [
    { field: 'client_id', before: '', after: 'Acme' },
    { field: 'number', before: '1', after: '2' },
  ],
}

test('an imported row is shown as the role may see it, not as whoever imported it might', () => {
  const whole = roleFromRow({ matterAccess: 'FULL', clientAccess: 'READ' })
  expect(shownTo(matter, row, whole)).toEqual(row)
  const part = roleFromRow({ matterAccess: 'FULL', matterPermissions: { name: 'DENY' } })
  expect(shownTo(matter, row, part)).toEqual({
    ...row,
    title: null,
    changes: [
      { field: 'client_id', before: '', after: '' },
      { field: 'number', before: '1', after: '2' },
    ],
  })
})
