import type { Sample } from '../sample.ts'

export const outgoingSample: Sample = {
  row: 'a kind of outgoing work',
  files: {
    'packages/server/src/outbox/postcards/kind.ts': `import { sql } from 'kysely'
import type { Services } from '../../base/services.ts'
import { backOff } from '../../notices/back-off.ts'
import type { Claim, Kind } from '../run.ts'

/** Tells the log of a judge. */
export function postcardKind(services: Services): Kind<Claim, string> {
  return {
    queue: 'postcard',
    concurrency: 1,
    on: services,
    claim: async (_trx, key) => ({ ...key, attempts: 1 }),
    perform: async () => ({ done: 'A postcard was sent.', note: 'By air.' }),
    record: async (trx, { firmId, id }, { sentence, note }) => {
      await sql\`update judges set name = \${\`\${sentence} \${note}\`} where firm_id = \${firmId} and id = \${id}::uuid\`.execute(trx)
      return true
    },
    nextTry: (attempts) => backOff(attempts, 1000),
  }
}
`,
  },
  edits: [
    {
      file: 'packages/server/src/outbox/kinds.ts',
      find: 'import { type AnyKind,',
      put: `import { postcardKind } from './postcards/kind.ts'
import { type AnyKind,`,
    },
    {
      file: 'packages/server/src/outbox/kinds.ts',
      find: `    openKind(copyKind(services)),
`,
      put: `    openKind(copyKind(services)),
    openKind(postcardKind(services)),
`,
    },
    {
      file: 'packages/server/src/base/db/job.ts',
      find: "'webhook',\n] as const",
      put: "'webhook',\n  'postcard',\n] as const",
    },
  ],
  proofs: {
    'packages/server/src/outgoing-sample.test.ts': `import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from './base/db/firm-transaction.ts'
import { productRoutes } from './http/routes.ts'
import { openKinds } from './outbox/kinds.ts'
import type { OutgoingMail } from './outbox/mail/outgoing-mail.ts'
import { openTestApi, type TestApi } from './testing/api.ts'
import { makeExamples } from './testing/examples.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

test('its queue is worked on', async () => {
  const id = await makeExamples(api).idOfNew('judge')
  const { services } = api
  for (const { queue, run, concurrency } of openKinds(services, {} as OutgoingMail)) services.jobs.work(queue, run, { concurrency })
  await withSystem(services.database, (trx) => services.jobs.enqueue(trx, 'postcard', [{ firmId: 1, id }]))
  const name = async () => (await api.call({ as: 'View Only', url: \`/api/v1/judge/\${id}\` })).json().name
  await expect.poll(name).toBe('A postcard was sent. By air.')
})
`,
  },
}

export const providerSample: Sample = {
  row: 'a provider that tracks cases',
  edits: [
    {
      file: 'packages/server/src/outbox/tracking/provider.ts',
      find: 'readonly TrackingProvider[] = []',
      put: `readonly TrackingProvider[] = [
  { name: 'none', isConfigured: async () => true, order: async () => ({ refused: 'Nothing is tracked.' }) },
]`,
    },
  ],
  proofs: {
    'packages/server/src/provider-sample.test.ts': `import { expect, test } from 'vitest'
import { findProvider, trackingProviders } from './outbox/tracking/provider.ts'

test('a firm is served by it', async () => {
  expect((await findProvider(trackingProviders, 1))?.name).toBe('none')
})
`,
  },
}
