import type { Sample } from '../sample.ts'

const schemaTest = 'packages/server/src/base/db/schema.test.ts'
const numbersTest = 'packages/contract/src/field-numbers.test.ts'

export const entitySample: Sample = {
  row: 'an entity with its table and form',
  fromGuide: [
    'packages/contract/src/resources/courtroom.ts',
    'packages/server/src/base/db/migrations/NNNNNN-courtrooms.sql',
  ],
  edits: [
    {
      file: 'packages/contract/src/resources/registry.ts',
      after: "import { courtCase } from './case.ts'",
      insert: "import { courtroom } from './courtroom.ts'",
    },
    { file: 'packages/contract/src/resources/registry.ts', after: '  savedView,', insert: '  courtroom,' },
  ],
  proofs: {
    'packages/server/src/http/courtroom-sample.test.ts': `import { expect, test } from 'vitest'
import { openTestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

test('a courtroom is created once, found by its name, and shown to nobody of another firm', async () => {
  const api = await openTestApi({ register: resourceRoutes })
  try {
    const url = '/api/v1/courtroom'
    const make = () => api.call({ as: 'Administrator', method: 'POST', url, body: { name: 'Courtroom 7', code: 'C7' } })
    const made = await make()
    expect(made.status, made.text).toBe(201)
    expect((await make()).status).toBe(409)
    const search = { as: 'Administrator', url: \`\${url}/search?freeText=courtroom\` } as const
    expect((await api.call(search)).text).toContain('"code":"C7"')
    expect((await api.call({ ...search, firm: 2 })).text).not.toContain('Courtroom 7')
  } finally {
    await api.close()
  }
})
`,
    'packages/console/src/shell/courtroom-sample.test.ts': `import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { expect, test } from 'vitest'
import { faces } from '../screens/registry.ts'
import { navigationOf } from './nav-plan.ts'

test('the navigation lists courtrooms for a role that may open them', () => {
  const roles = systemRoles.map((role) => ({ id: '', ...role }))
  const administrator = roles.find(({ name }) => name === 'Administrator')
  if (!administrator) throw new Error('there is no administrator')
  const routes = navigationOf(faces, administrator).flatMap(({ entries }) => entries.map(({ route }) => route))
  expect(routes).toContain('/courtrooms')
})
`,
  },
  holds: [schemaTest, numbersTest],
}

export const fieldSample: Sample = {
  row: 'a field of an existing entity',
  files: {
    'packages/server/src/base/db/migrations/NNNNNN-judge-chambers.sql':
      'alter table judges add column chambers text;\n',
  },
  edits: [
    {
      file: 'packages/contract/src/resources/judge.ts',
      after: '    jurisdictionId: reference(',
      insert: '    chambers: text(6, { max: 60 }),',
    },
  ],
  proofs: {
    'packages/server/src/http/chambers-sample.test.ts': `import { expect, test } from 'vitest'
import { openTestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

test('the chambers of a judge are saved, read back and checked', async () => {
  const api = await openTestApi({ register: resourceRoutes })
  try {
    const as = 'Administrator'
    const place = await api.call({ as, method: 'POST', url: '/api/v1/jurisdiction', body: { name: 'Sample county' } })
    expect(place.status, place.text).toBe(201)
    const judge = { name: 'A. Sample', jurisdiction_id: place.json().id }
    const make = (chambers: string) =>
      api.call({ as, method: 'POST', url: '/api/v1/judge', body: { ...judge, chambers } })
    const made = await make('Room 12')
    expect(made.status, made.text).toBe(201)
    const { text } = await api.call({ as, url: \`/api/v1/judge/\${made.json().id}\` })
    expect(JSON.parse(text)).toMatchObject({ chambers: 'Room 12' })
    const long = await make('x'.repeat(61))
    expect(long.status).toBe(400)
    expect(long.text).toContain('chambers')
  } finally {
    await api.close()
  }
})
`,
  },
  holds: [schemaTest, numbersTest],
}

export const permissionSample: Sample = {
  row: 'a permission of its own',
  edits: [
    { file: 'packages/contract/src/access.ts', after: "  'import_run',", insert: "  'sample_ledger'," },
    {
      file: 'packages/contract/src/resources/system-roles.test.ts',
      after: '  import_run: ',
      insert: "  sample_ledger: 'F F R R',",
    },
  ],
  proofs: {
    'packages/server/src/http/permission-sample.test.ts': `import { expect, test } from 'vitest'
import { openTestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

test('a role is granted the new permission and keeps it', async () => {
  const api = await openTestApi({ register: resourceRoutes })
  try {
    const as = 'Administrator'
    const url = '/api/v1/user_security_role'
    const body = { name: 'Sample', user_ids: [api.userIds[1]['View Only']], sample_ledger_access: 'READ' }
    const made = await api.call({ as, method: 'POST', url, body })
    expect(made.status, made.text).toBe(201)
    const read = await api.call({ as, url: \`\${url}/\${made.json().id}\` })
    expect(read.json()).toMatchObject({ sample_ledger_access: 'READ' })
  } finally {
    await api.close()
  }
})
`,
  },
  holds: [
    schemaTest,
    numbersTest,
    'packages/contract/src/access.test.ts',
    'packages/contract/src/resources/system-roles.test.ts',
  ],
}
