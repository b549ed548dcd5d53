import { type AccessType, everyone, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { getResource, resources } from '@courtcrier/contract/resources/registry.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi, type TestRole, testRoles } from '../testing/api.ts'
import { type Examples, makeExamples, secretValue } from '../testing/examples.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
let examples: Examples
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
  examples = makeExamples(api)
})
afterAll(() => api.close())

function accessOf(resource: Resource, name: TestRole): AccessType {
  const role = systemRoles.find((known) => known.name === name)
  return role ? subjectAccess(resource.subject, { id: '', ...role } satisfies Role) : 'DENY'
}

const served = resources.filter((resource) => !resource.isSingleton)
/** Personal records have tests of their own. */
const written = served.filter((resource) => !resource.isReadOnly && resource.subject !== everyone)

describe.each(written.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  const url = `/api/v1/${name}`

  test.each(testRoles)('lets %s do what the role may, and nothing else', async (as) => {
    const access = accessOf(resource, as)
    const id = await examples.idOfNew(name)
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
    const { answer: made, body } = await examples.create(name, as)
    expect(made.status, made.text).toBe(access === 'FULL' ? 201 : 403)
    expect(made.text).not.toContain(secretValue)
    const changed = await api.call({ as, method: 'PUT', url: `${url}/${id}`, body: { [firstField(body)]: null } })
    const emptied = resource.fields[camelCase(firstField(body))]?.given === 'numbered' ? 200 : 400
    expect(changed.status, 'a change that empties a required field').toBe(access === 'FULL' ? emptied : 403)
    const same = await api.call({ as, method: 'PUT', url: `${url}/${id}`, body: {} })
    expect(same.status, same.text).toBe(access === 'FULL' ? 200 : 403)
    const removed = await api.call({ as, method: 'DELETE', url: `${url}/${id}` })
    expect(removed.status, removed.text).toBe(access === 'FULL' ? 204 : 403)
    const left = await api.call({ as: 'Administrator', url: `${url}/${id}` })
    expect(left.status).toBe(access === 'FULL' ? 404 : 200)
  })

  test('shows, changes and deletes nothing of another firm', async () => {
    const id = await examples.idOfNew(name)
    const other = { as: 'Administrator', firm: 2 } as const
    expect((await api.call({ ...other, url: `${url}/search?max=100` })).text).not.toContain(id)
    expect((await api.call({ ...other, url: `${url}/${id}` })).status).toBe(404)
    expect((await api.call({ ...other, method: 'PUT', url: `${url}/${id}`, body: {} })).status).toBe(404)
    expect((await api.call({ ...other, method: 'DELETE', url: `${url}/${id}` })).status).toBe(404)
    expect((await api.call({ url: `${url}/${id}` })).status, 'nobody signed in').toBe(401)
  })
})

describe.each(served.filter((resource) => resource.isReadOnly).map((resource) => [resource.name, resource] as const))(
  '%s, which only the program writes,',
  (name, resource) => {
    test.each(testRoles)('can be read by %s exactly when the role may, and written by no one', async (as) => {
      const url = `/api/v1/${name}`
      const isDenied = accessOf(resource, as) === 'DENY'
      expect((await api.call({ as, url: `${url}/search?max=1` })).status).toBe(isDenied ? 403 : 200)
      expect((await api.call({ as, url: `${url}/${newId()}` })).status).toBe(isDenied ? 403 : 404)
      for (const method of ['PUT', 'DELETE'] as const)
        expect((await api.call({ as, method, url: `${url}/${newId()}`, body: {} })).status).toBe(405)
    })
  },
)

describe('a record in use', () => {
  const references = written.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([key, field]) => {
      const target =
        field.readOnly || field.isComputed ? undefined : written.find((each) => each.name === field.resource)
      return target ? [[resource.name, snakeCase(key), target.name] as const] : []
    }),
  )
  test.each(references)('is not deleted while a %s refers to it by %s, and says so', async (name, key, target) => {
    const id = await examples.idOfNew(target)
    const { kind } = Object.entries(getResource(name).fields).find(([own]) => snakeCase(own) === key)?.[1] ?? {}
    const body = { ...(await examples.inputFor(getResource(name))), [key]: kind === 'referenceList' ? [id] : id }
    const made = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${name}`, body })
    expect(made.status, made.text).toBe(201)
    const removed = await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/${target}/${id}` })
    expect([removed.status, removed.json().code], removed.text).toEqual([409, 'in_use'])
    expect(String(removed.json().detail).toLowerCase()).toContain(`1 ${getResource(name).label[0].toLowerCase()}`)
  })

  test('includes a credential that a storage policy refers to through the list of all', async () => {
    const id = await examples.idOfNew('clio_credential')
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

/** Returns a required field to empty. */
function firstField(body: AnyRow): string {
  return Object.keys(body)[0] ?? ''
}
