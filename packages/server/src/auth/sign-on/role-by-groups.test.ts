import { expect, test } from 'vitest'
import { parseGroupRole, writeGroupRole } from './role-by-groups.ts'

test.each([
  ['Docket staff = Docketing', 'Docket staff', 'Docketing'],
  ['cn=All,dc=one=Manager', 'cn=All,dc=one', 'Manager'],
  ['cn=All,dc=one = "Desk = A"', 'cn=All,dc=one', 'Desk = A'],
  ['Staff = "Desk ""A"" = 1"', 'Staff', 'Desk "A" = 1'],
  ['Staff = 12" prints', 'Staff', '12" prints'],
  ['Say "no" = Clerk', 'Say "no"', 'Clerk'],
])('%s gives a group a role', (text, group, role) => {
  expect(parseGroupRole(text)).toEqual({ group, role })
})

test.each(['Docketing', '= Docketing', 'Staff =', 'Staff = ""', '= "A = B"'])('%s is no entry', (text) => {
  expect(parseGroupRole(text)).toBeUndefined()
})

test('what is written is read again, whatever signs the names have', () => {
  const signs = ['=', '"', ' = ', '""', 'a', '= "', '" =', ' ']
  const names = signs.flatMap((a) =>
    signs.flatMap((b) => signs.map((c) => `x${a}${b}${c}`.trim()).concat(`${a}${b}y${b}`.trim())),
  )
  for (const group of ['Staff', 'cn=All,dc=one', 'a "b = c"', 'x='])
    for (const role of names) expect(parseGroupRole(writeGroupRole({ group, role }))).toEqual({ group, role })
})
