import type { Sample } from '../sample.ts'

const routes = 'packages/server/src/http/routes.ts'

export const callSample: Sample = {
  row: 'a call of the API',
  files: {
    'packages/contract/src/calls/sample.ts': `import * as z from 'zod/mini'
import { defineCall } from './call.ts'

export const readSample = defineCall({
  method: 'GET',
  path: '/sample',
  tag: 'Sample',
  summary: 'Twice a number',
  query: z.strictObject({ number: z.coerce.number('not_number') }),
  answer: z.object({ twiceIt: z.number() }),
  refusals: [400],
})
`,
    'packages/server/src/http/sample.ts': `import { readSample } from '@courtcrier/contract/calls/sample.ts'
import type { FastifyInstance } from 'fastify'
import { serveCall } from './server/serve-call.ts'

export function sampleRoutes(api: FastifyInstance): void {
  serveCall(api, readSample, async ({ query }) => ({ twiceIt: 2 * query.number }))
}
`,
  },
  edits: [
    { file: routes, after: "from './resources.ts'", insert: "import { sampleRoutes } from './sample.ts'" },
    { file: routes, after: '  resourceRoutes(api, services)', insert: '  sampleRoutes(api)' },
  ],
  proofs: {
    'packages/server/src/http/call-sample.test.ts': `import { expect, test } from 'vitest'
import { openTestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

test('the call answers who is signed in, and refuses others and bad input', async () => {
  const api = await openTestApi({
    register: (app, services) => productRoutes(app, services, { sendMail: async () => ({ accepted: true, response: '' }) }),
  })
  try {
    const url = '/api/v1/sample'
    const good = await api.call({ as: 'View Only', url: \`\${url}?number=21\` })
    expect(good.status, good.text).toBe(200)
    expect(good.json()).toEqual({ twice_it: 42 })
    expect((await api.call({ url: \`\${url}?number=21\` })).status).toBe(401)
    expect((await api.call({ as: 'View Only', url: \`\${url}?number=x\` })).status).toBe(400)
  } finally {
    await api.close()
  }
})
`,
  },
}
