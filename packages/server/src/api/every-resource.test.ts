import { type AccessType, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import type { Field } from '@courtcrier/contract/fields/field.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { getResource, resources } from '@courtcrier/contract/resources/registry.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../db/ids.ts'
import { openTestApi, type TestApi, type TestRole, testRoles } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
})
afterAll(() => api.close())

/** A text that no answer may ever hold. */
const secretValue = 'never-to-be-told'
let count = 0

/** What a new row needs besides its required fields, where a rule over several fields asks for one of them. */
const extras: Readonly<Record<string, () => Promise<AnyRow> | AnyRow>> = {
  auto_case_creation: () => ({ party_email_domains: ['one.example'] }),
  notification_rule: () => ({ include_emails: ['clerk@one.example'] }),
  ethical_wall: async () => ({ client_id: await idOfNew('client') }),
  generic_credential: () => ({ folder_id: '/store' }),
  notice_format: () => ({
    sender_domains: ['county.example'],
    subject_patterns: ['Filing in {docket number}'],
    ecfx_jurisdiction_id: 'cand',
    docket_number_labels: ['Case No.'],
    event_labels: ['Event'],
    link_words: ['view'],
    link_hosts: ['docs.county.example'],
  }),
  storage_policy: () => ({ document_path: 'x', document_name: 'y' }),
}

/** An input with every required field, and the records it leads to. */
async function inputFor(resource: Resource): Promise<AnyRow> {
  const input: AnyRow = {}
  for (const [key, field] of Object.entries(resource.fields)) {
    if (field.readOnly || field.default !== undefined) continue
    if (field.required || field.minItems || field.kind === 'secret') input[snakeCase(key)] = await valueFor(field)
  }
  return { ...input, ...(await extras[resource.name]?.()) }
}

async function valueFor(field: Field): Promise<unknown> {
  count += 1
  if (field.kind === 'secret') return secretValue
  if (field.kind === 'email') return `person${count}@one.example`
  if (field.kind === 'number') return field.min ?? 1
  if (field.kind === 'select') return field.values?.[0]
  if (field.kind === 'timeZone') return 'America/New_York'
  if (field.kind === 'textList') return [field.values?.[0]]
  if (field.patternCode === 'not_url') return `https://x${count}.example`
  if (!field.resource) return `Value ${count}`
  const id = field.idKind === 'text' ? 'cand' : await idOfNew(field.resource)
  return field.kind === 'referenceList' ? [id] : id
}

async function create(name: string, as: TestRole = 'Administrator') {
  const body = await inputFor(getResource(name))
  return { body, answer: await api.call({ as, method: 'POST', url: `/api/v1/${name}`, body }) }
}

async function idOfNew(name: string): Promise<string> {
  const { answer } = await create(name)
  expect(answer.status, `${name}: ${answer.text}`).toBe(201)
  return String(answer.json().id)
}

function accessOf(resource: Resource, name: TestRole): AccessType {
  const role = systemRoles.find((known) => known.name === name)
  return role ? subjectAccess(resource.subject, { id: '', ...role } satisfies Role) : 'DENY'
}

const served = resources.filter((resource) => !resource.isSingleton)
const written = served.filter((resource) => !resource.isReadOnly)

describe.each(written.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  const url = `/api/v1/${name}`

  test.each(testRoles)('gives %s what the role may, and nothing else', async (as) => {
    const access = accessOf(resource, as)
    const id = await idOfNew(name)
    const title = String(
      (await api.call({ as: 'Administrator', url: `${url}/${id}` })).json()[snakeCase(resource.title)],
    )
    for (const path of [`${url}/search?sort=-created_at&max=5`, `${url}/${id}`, `${url}/titles?ids=${id}`]) {
      const answer = await api.call({ as, url: path })
      expect(answer.status, answer.text).toBe(access === 'DENY' ? 403 : 200)
      expect(answer.text).not.toContain(secretValue)
      if (access === 'DENY') expect(answer.text).not.toContain(title)
      else expect(answer.text).toContain(title)
    }
    const { answer: made, body } = await create(name, as)
    expect(made.status, made.text).toBe(access === 'FULL' ? 201 : 403)
    expect(made.text).not.toContain(secretValue)
    const changed = await api.call({ as, method: 'PUT', url: `${url}/${id}`, body: { [firstField(body)]: null } })
    expect(changed.status, 'a change that empties a required field').toBe(access === 'FULL' ? 400 : 403)
    const same = await api.call({ as, method: 'PUT', url: `${url}/${id}`, body: {} })
    expect(same.status, same.text).toBe(access === 'FULL' ? 200 : 403)
    const removed = await api.call({ as, method: 'DELETE', url: `${url}/${id}` })
    expect(removed.status, removed.text).toBe(access === 'FULL' ? 204 : 403)
    const left = await api.call({ as: 'Administrator', url: `${url}/${id}` })
    expect(left.status).toBe(access === 'FULL' ? 404 : 200)
  })

  test('shows, changes and deletes nothing of another firm', async () => {
    const id = await idOfNew(name)
    const other = { as: 'Administrator', firm: 2 } as const
    expect((await api.call({ ...other, url: `${url}/search?max=100` })).text).not.toContain(id)
    expect((await api.call({ ...other, url: `${url}/${id}` })).status).toBe(404)
    expect((await api.call({ ...other, method: 'PUT', url: `${url}/${id}`, body: {} })).status).toBe(404)
    expect((await api.call({ ...other, method: 'DELETE', url: `${url}/${id}` })).status).toBe(404)
    expect((await api.call({ url: `${url}/${id}` })).status, 'nobody signed in').toBe(401)
  })
})

describe.each(served.filter((resource) => resource.isReadOnly).map((resource) => [resource.name, resource] as const))(
  '%s, which the program writes,',
  (name, resource) => {
    test.each(testRoles)('can be read by %s exactly when the role may, and written by nobody', async (as) => {
      const url = `/api/v1/${name}`
      const isDenied = accessOf(resource, as) === 'DENY'
      expect((await api.call({ as, url: `${url}/search?max=1` })).status).toBe(isDenied ? 403 : 200)
      expect((await api.call({ as, url: `${url}/${newId()}` })).status).toBe(isDenied ? 403 : 404)
      for (const method of ['PUT', 'DELETE'] as const)
        expect((await api.call({ as, method, url: `${url}/${newId()}`, body: {} })).status).toBe(404)
    })
  },
)

describe('a record in use', () => {
  const references = written.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([key, field]) => {
      const target = field.readOnly ? undefined : written.find((each) => each.name === field.resource)
      return target ? [[resource.name, snakeCase(key), target.name] as const] : []
    }),
  )
  test.each(references)('is not deleted while the %s leads to it by %s, and says so', async (name, key, target) => {
    const id = await idOfNew(target)
    const { kind } = Object.entries(getResource(name).fields).find(([own]) => snakeCase(own) === key)?.[1] ?? {}
    const body = { ...(await inputFor(getResource(name))), [key]: kind === 'referenceList' ? [id] : id }
    const made = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${name}`, body })
    expect(made.status, made.text).toBe(201)
    const removed = await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/${target}/${id}` })
    expect([removed.status, removed.json().code], removed.text).toEqual([409, 'in_use'])
    expect(String(removed.json().detail).toLowerCase()).toContain(`1 ${getResource(name).label[0].toLowerCase()}`)
  })

  test('is also a credential that a storage policy leads to through the list of all', async () => {
    const id = await idOfNew('clio_credential')
    expect((await api.call({ as: 'Administrator', url: `/api/v1/credential/${id}` })).json()).toMatchObject({
      kind: 'clio_credential',
      health: 'unknown',
    })
    const body = { name: 'Elsewhere', document_path: 'x', document_name: 'y', dms_credential_id: id }
    const policy = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/storage_policy', body })
    const url = `/api/v1/clio_credential/${id}`
    const refused = await api.call({ as: 'Administrator', method: 'DELETE', url })
    expect([refused.status, refused.json().detail]).toEqual([409, 'This record is used by 1 storage policy.'])
    const freed = `/api/v1/storage_policy/${policy.json().id}`
    expect((await api.call({ as: 'Administrator', method: 'DELETE', url: freed })).status).toBe(204)
    expect((await api.call({ as: 'Administrator', method: 'DELETE', url })).status).toBe(204)
    expect((await api.call({ as: 'Administrator', url: `/api/v1/credential/${id}` })).status).toBe(404)
  })
})

/** A required field to empty. */
function firstField(body: AnyRow): string {
  return Object.keys(body)[0] ?? ''
}
