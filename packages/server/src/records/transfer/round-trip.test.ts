import type { Field } from '@courtcrier/contract/fields/field.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceRoutes } from '../../http/resources.ts'
import { exportRoutes } from '../../http/transfer/export.ts'
import { importRoutes } from '../../http/transfer/import.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { importable } from './importable.ts'

const wanted = 3
const mostInputs = 12

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
      exportRoutes(app, services)
    },
  })
  await fill()
})
afterAll(() => api.close())

/**
 * Creates rows with awkward values for every resource; a resource that refers to another is filled in a later round.
 */
async function fill(): Promise<void> {
  const made = new Map<string, string[]>(importable.map(({ name }) => [name, []]))
  made.set('ecfx_jurisdiction', ['cand', 'nysd', 'ca9'])
  made.set('user_security_role', Object.values(api.firms[1].roleIds))
  for (let round = 0; round < 4; round++) {
    for (const resource of importable) {
      if ((made.get(resource.name) ?? []).length >= wanted && round > 0) continue
      for (let n = 0; n < mostInputs && (made.get(resource.name) ?? []).length < wanted; n++) {
        const id = await tryToMake(resource, made, round * mostInputs + n)
        if (id) made.set(resource.name, [...(made.get(resource.name) ?? []), id])
      }
    }
  }
}

async function tryToMake(
  resource: Resource,
  made: ReadonlyMap<string, readonly string[]>,
  seed: number,
): Promise<string | undefined> {
  const input: AnyRow = {}
  for (const [key, field] of Object.entries(resource.fields)) {
    // Every second row has only its required fields, because rules between fields refuse many random combinations.
    const isLeftOut = field.readOnly || (seed % 2 === 1 && !field.required && !field.minItems)
    const isSaid = particular[resource.name] && !field.required
    if (!isLeftOut && !isSaid) input[snakeCase(key)] = cellOf(field, made, seed * 31 + field.number)
  }
  const answer = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: `/api/v1/${resource.name}`,
    body: { ...input, ...particular[resource.name] },
  })
  return answer.status === 201 ? String(answer.json().id) : undefined
}

function cellOf(field: Field, made: ReadonlyMap<string, readonly string[]>, seed: number): unknown {
  if (!field.resource) return awkward(field, seed)
  const ids = made.get(field.resource) ?? []
  if (field.kind === 'referenceList') return ids.slice(0, 1 + (seed % 2))
  return ids[seed % Math.max(ids.length, 1)] ?? null
}

const texts = [
  '=1+1',
  "'=x",
  '-x',
  '@a',
  'a;b\\=c',
  'He said "no", twice',
  "O'Brien",
  ' 李 😀',
  '-5',
  '0',
  'true',
  'null',
  '＝1',
]

/** Returns a value that careless reading or writing would change. */
function awkward(field: Field, seed: number): unknown {
  const text = `${texts[seed % texts.length]} ${seed}`.trim().slice(0, field.max ?? 200)
  const plain = `Name ${seed}`
  switch (field.kind) {
    case 'text':
      return [text, plain, `https://${seed}.example.com/a`, `${seed}`].find((one) => field.pattern?.test(one) ?? true)
    case 'secret':
      return plain
    case 'longText':
      return `${text}\nsecond line, "quoted"`
    case 'number':
      return Math.min(field.max ?? 9, Math.max(field.min ?? -9, (seed % 19) - 9))
    case 'boolean':
      return seed % 2 === 0
    case 'date':
      return `2026-0${1 + (seed % 9)}-28`
    case 'timestamp':
      return '2026-11-21T09:41:00.123Z'
    case 'timeOfDay':
      return '07:05'
    case 'timeZone':
      return 'America/New_York'
    case 'email':
      return `o'brien+${seed}@example.com`
    case 'emailList':
      return [`a=b${seed}@example.com`, 'second@example.com']
    case 'domainList':
      return [`d${seed}.example.com`, 'example.org']
    case 'textList':
      return field.values ? field.values.slice(0, 1 + (seed % 2)) : [`${text};=`, `\\${plain}`]
    case 'select':
      return field.values?.[seed % field.values.length]
    case 'map':
      return { [`=${plain}`]: `a;b=c\\ ${seed}` }
    case 'color':
      return '#23407a'
    default:
      return undefined
  }
}

/** Values that rules between fields require, though no field does by itself. */
const particular: Readonly<Record<string, AnyRow>> = {
  identity_provider: {
    ...{ protocol: 'OIDC', metadata: null, admits: 'EXISTING', scopes: 'openid email' },
    ...{ issuer: 'https://login.example.com', client_id: 'courtcrier', client_secret: 'x' },
    group_roles: ['a=b;c = Manager'],
  },
  mailbox: {
    ...{ service: 'PASSWORD', server: 'imaps://imap.example.com', password: 'x' },
    topic_arn: 'arn:aws:sns:us-east-1:123456789012:notices',
    ...{ service_account_key: null, client_certificate: null },
  },
  mail_sender: {
    ...{ service: 'PASSWORD', server: 'smtps://smtp.example.com', password: 'x', is_active: false },
    ...{ service_account_key: null, client_certificate: null },
  },
  notice_format: {
    subject_patterns: ['Filing in {docket number}'],
    ecfx_jurisdiction_id: 'cand',
    event_labels: ['Event'],
  },
  notification_rule: {
    template: 'event contains "a;b=c", "O\'Brien"\nand docket text contains "=1+1"',
    include_emails: ['a=b@example.com', 'second@example.com'],
  },
  timekeeper_group: { chat_service: 'SLACK', chat_url: 'https://hooks.slack.com/services/T0/B0/x' },
}

test.each(importable.map((resource) => [resource.name, resource] as const))(
  'importing an export of %s changes nothing',
  async (name, resource) => {
    const exported = await api.call({
      as: 'Administrator',
      url: `/api/v1/${name}/export?file_name=${tableOf(resource)}`,
    })
    expect(exported.status, exported.text).toBe(200)
    const answer = await api.call({
      as: 'Administrator',
      method: 'POST',
      url: `/api/v1/${name}/import?mode=commit&delete_missing=true`,
      headers: { 'content-type': 'text/csv' },
      body: exported.text,
    })
    expect(answer.status, answer.text).toBe(200)
    const { counts, errors } = answer.json() as { counts: Record<string, number>; errors: unknown[] }
    expect(errors).toEqual([])
    expect(counts).toEqual({ rows: counts.rows, unchanged: counts.rows, new: 0, changed: 0, deleted: 0, error: 0 })
    expect(counts.rows).toBeGreaterThan(0)
  },
)

test('without IDs, rows are matched by their identifying fields', async () => {
  for (const resource of importable.filter(({ unique }) => unique.length > 0)) {
    const columns = [...new Set([...(resource.unique[0] ?? []), resource.title])].map(snakeCase).join()
    const exported = await api.call({
      as: 'Administrator',
      url: `/api/v1/${resource.name}/export?file_name=x&columns=${columns}`,
    })
    const answer = await api.call({
      as: 'Administrator',
      method: 'POST',
      url: `/api/v1/${resource.name}/import?mode=dry_run`,
      headers: { 'content-type': 'text/plain' },
      body: exported.text,
    })
    const { counts } = answer.json() as { counts: Record<string, number> }
    expect(counts, `${resource.name}: ${answer.text}`).toMatchObject({ unchanged: counts.rows, error: 0 })
  }
})
