import type { Sample } from '../sample.ts'

export const outgoingSample: Sample = {
  row: 'a kind of outgoing work',
  files: {
    'packages/server/src/base/db/migrations/NNNNNN-postcards.sql': `create table postcards (
  firm_id integer not null,
  id uuid not null,
  updated_at timestamp(3) with time zone not null default now(),
  status text not null default 'waiting',
  sentence text,
  attempts integer not null default 0,
  primary key (firm_id, id)
);
create index postcards_unfinished_idx on postcards (firm_id, updated_at) where status in ('waiting', 'sending');
`,
    'packages/server/src/outbox/postcards/kind.ts': `import { sql } from 'kysely'
import type { Services } from '../../base/services.ts'
import { backOff } from '../../notices/back-off.ts'
import type { Claim, Kind } from '../run.ts'

/** Sends postcards. */
export function postcardKind(services: Services): Kind<Claim, string> {
  return {
    queue: 'postcard',
    rows: { table: 'postcards', statuses: ['waiting', 'sending'] },
    concurrency: 1,
    on: services,
    claim: async (trx, { firmId, id }) => {
      const { rows } = await sql<Claim>\`
        update postcards set status = 'sending', attempts = attempts + 1, updated_at = now()
        where firm_id = \${firmId} and id = \${id}::uuid and status in ('waiting', 'sending')
        returning firm_id as "firmId", id, attempts\`.execute(trx)
      return rows[0]
    },
    perform: async () => ({ done: 'A postcard was sent.', note: 'By air.' }),
    record: async (trx, { firmId, id }, { status, sentence, note }) => {
      await sql\`update postcards set status = \${status}, sentence = \${\`\${sentence} \${note}\`}, updated_at = now()
        where firm_id = \${firmId} and id = \${id}::uuid\`.execute(trx)
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
      find: "  webhook: 'in order',\n",
      put: "  webhook: 'in order',\n  postcard: 'in order',\n",
    },
  ],
  proofs: {
    'packages/server/src/outgoing-sample.test.ts': `import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from './base/db/firm-transaction.ts'
import { newId } from './base/db/ids.ts'
import { productRoutes } from './http/routes.ts'
import { openKinds } from './outbox/kinds.ts'
import type { OutgoingMail } from './outbox/mail/outgoing-mail.ts'
import { sweep } from './sweep.ts'
import { openTestApi, type TestApi } from './testing/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

test('its queue is worked on, and what has lost its job is queued again', async () => {
  const { services } = api
  const [id, stranded] = [newId(), newId()]
  await withSystem(services.database, async (trx) => {
    await sql\`insert into postcards (firm_id, id) values (1, \${id}::uuid)\`.execute(trx)
    await services.jobs.enqueue(trx, 'postcard', [{ firmId: 1, id }])
    await sql\`insert into postcards (firm_id, id, updated_at)
      values (1, \${stranded}::uuid, now() - interval '10 minutes')\`.execute(trx)
  })
  const kinds = openKinds(services, {} as OutgoingMail)
  for (const { queue, run, concurrency } of kinds) services.jobs.work(queue, run, { concurrency })
  expect(await sweep(services, kinds)).toBe(1)
  const sent = async () =>
    (await withSystem(services.database, (trx) => sql<object>\`select status, sentence from postcards\`.execute(trx))).rows
  const done = { status: 'done', sentence: 'A postcard was sent. By air.' }
  await expect.poll(sent).toEqual([done, done])
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
