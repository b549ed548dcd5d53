import type { Sample } from '../sample.ts'

const describe = 'packages/server/src/records/happenings/describe.ts'

export const eventSample: Sample = {
  row: 'an event for webhooks',
  edits: [
    {
      file: 'packages/contract/src/resources/webhook.ts',
      after: "  'case.updated',",
      insert: "  'matter.created',\n  'matter.updated',",
    },
    {
      file: describe,
      after: 'const told: Readonly<Record<WebhookEvent, Told>> = {',
      insert: `  'matter.created': matter,
  'matter.updated': matter,`,
    },
    {
      file: describe,
      after: 'const noticePath = (id: string)',
      insert: `
const matter: Told = {
  ...{ entity: 'matter', table: 'matters' },
  columns: ['name', 'number', 'client_id', 'status'],
  sentence: sql\`'The matter is ' || t.name || '.'\`,
  sentenceFields: ['name'],
  path: (id) => \`/matters/id/\${id}\`,
}`,
    },
    {
      file: 'packages/server/src/behaviours/matters.ts',
      after: 'export const matterBehaviour',
      insert: "  happenings: { created: 'matter.created', updated: 'matter.updated' },",
    },
  ],
  proofs: {
    'packages/server/src/http/event-sample.test.ts': `import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

test('a new matter is told to a webhook of its event, and a new client is not', async () => {
  const api = await openTestApi({ register: resourceRoutes })
  const make = async (entity: string, body: object) => {
    const made = await api.call({ as: 'Administrator', method: 'POST', url: \`/api/v1/\${entity}\`, body })
    expect(made.status, made.text).toBe(201)
    return made.json().id
  }
  try {
    await make('webhook', { name: 'Desk', url: 'https://desk.example', events: ['matter.created'] })
    const client_id = await make('client', { name: 'Acme', number: '1' })
    const id = await make('matter', { name: 'Acme v. Sample', number: '1-1', client_id })
    const { database } = api.services
    const { rows } = await withFirm(database, api.firms[1].firmId, (trx) =>
      sql<{ call: object }>\`select to_jsonb(c) as call from webhook_calls c\`.execute(trx),
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).toContain(String(id))
    expect(JSON.stringify(rows)).toContain('The matter is Acme v. Sample.')
  } finally {
    await api.close()
  }
})
`,
  },
}
