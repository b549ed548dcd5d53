import type { Sample } from '../sample.ts'

export const behaviourSample: Sample = {
  row: 'behaviour beyond a definition',
  files: {
    'packages/server/src/behaviours/judges.ts': `import type { Behaviour } from '../records/behaviour.ts'

/** No one calls a judge "Judge". */
export const judgeBehaviour: Behaviour = {
  beforeSave: async (_trx, { values }) => (values.name === 'Judge' ? [{ field: 'name', code: 'required' }] : []),
}
`,
  },
  edits: [
    {
      file: 'packages/server/src/behaviours/registry.ts',
      find: 'import { matterBehaviour }',
      put: `import { judgeBehaviour } from './judges.ts'
import { matterBehaviour }`,
    },
    {
      file: 'packages/server/src/behaviours/registry.ts',
      find: '  matter: matterBehaviour,',
      put: `  judge: judgeBehaviour,
  matter: matterBehaviour,`,
    },
  ],
  proofs: {
    'packages/server/src/behaviour-sample.test.ts': `import { afterAll, beforeAll, expect, test } from 'vitest'
import { productRoutes } from './http/routes.ts'
import { openTestApi, type TestApi } from './testing/api.ts'
import { makeExamples } from './testing/examples.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

test('the hook refuses a name', async () => {
  const id = await makeExamples(api).idOfNew('judge')
  const rename = (name: string) => api.call({ as: 'Administrator', method: 'PUT', url: \`/api/v1/judge/\${id}\`, body: { name } })
  expect((await rename('Judge')).status).toBe(400)
  expect((await rename('Richard Seeborg')).status).toBe(200)
})
`,
  },
}
