import { type AccessType, permissionSubjects, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, labelOf, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { getResource, resources } from '@courtcrier/contract/resources/registry.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { decodeRow, decodeRows } from '@courtcrier/contract/wire.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestApi, type TestApi, type TestRole, testRoles } from '../testing/api.ts'
import { type Examples, makeExamples } from '../testing/examples.ts'
import { resourceRoutes } from './resources.ts'
import { exportRoutes } from './transfer/export.ts'
import { importRoutes } from './transfer/import.ts'

/** Every resource, as the predefined roles and one custom role import, export and see it. */
let api: TestApi
let examples: Examples
beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
      exportRoutes(app, services)
    },
  })
  examples = makeExamples(api)
  const people = { user_ids: [api.userIds[1].Docketing] }
  const made = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/user_security_role',
    body: { name: 'Own', ...grants, ...people },
  })
  expect(made.status, made.text).toBe(201)
  await vi.waitFor(async () => expect((await me()).security_role_id).toBe(made.json().id), 60_000)
})
afterAll(() => api.close())

/** The user who has the custom role. */
const own: TestRole = 'Docketing'
const me = async () => (await api.call({ as: own, url: '/api/v1/auth/me.json' })).json()
const marker = 'hidden-from-view'

const served = resources.filter(
  ({ isSingleton, subject }) => !isSingleton && (permissionSubjects as readonly string[]).includes(subject),
)
const written = served.filter(({ isReadOnly }) => !isReadOnly)
const deniedSubjects = new Set<string>(['department', 'webhook', 'ethical_wall', 'delivery', 'box_credential'])
const readSubjects = new Set<string>(['location', 'user', 'user_security_role', 'litify_credential'])

/** Returns optional fields other than the title: the first is hidden from the role, the next one read-only for it. */
function optionalKeys(resource: Resource): string[] {
  return Object.entries(resource.fields).flatMap(([key, field]) => {
    const isNeeded = field.required || field.minItems || field.readOnly || field.within || field.kind === 'secret'
    // A table's default order is silently dropped for a role that may not see the field.
    const isFirstOrder = key === resource.list.sort.replace(/^-/, '')
    return isNeeded || isFirstOrder || key === resource.title ? [] : [key]
  })
}

/** Returns the limited fields of a resource; of several resources with one subject, those of the first apply. */
function limitedFields(resource: Resource): { hidden: string | undefined; shown: string | undefined } {
  const keys = optionalKeys(resource)
  const texts = keys.filter((key) => /^(text|longText)$/.test(resource.fields[key]?.kind ?? ''))
  const hidden = texts.find((key) => !resource.fields[key]?.pattern) ?? keys[0]
  return { hidden, shown: keys.find((key) => key !== hidden) }
}

const grants: AnyRow = Object.fromEntries(
  permissionSubjects.flatMap((subject) => {
    const access = accessOfOwn(subject)
    const resource = served.find((each) => each.subject === subject)
    const { hidden, shown } = resource ? limitedFields(resource) : { hidden: undefined, shown: undefined }
    const fields = access === 'DENY' ? [] : [...(hidden ? [[hidden, 'DENY']] : []), ...(shown ? [[shown, 'READ']] : [])]
    const permissions = Object.fromEntries(fields.map(([key, type]) => [snakeCase(String(key)), type]))
    return [
      [`${subject}_access`, access],
      [`${subject}_permissions`, permissions],
    ]
  }),
)

function accessOfOwn(subject: string): AccessType {
  if (deniedSubjects.has(subject)) return 'DENY'
  return readSubjects.has(subject) ? 'READ' : 'FULL'
}

function accessOf(resource: Resource, as: TestRole): AccessType {
  const role = systemRoles.find((known) => known.name === as)
  return role ? subjectAccess(resource.subject, { id: '', ...role } satisfies Role) : 'DENY'
}

const importing = (as: TestRole, name: string, lines: readonly string[]) =>
  api.call({
    as,
    method: 'POST',
    url: `/api/v1/${name}/import?mode=dry_run`,
    headers: { 'content-type': 'text/csv' },
    body: lines.join('\n'),
  })

describe.each(served.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  test.each(testRoles.filter((role) => role !== own))('is exported and imported by %s as the role may', async (as) => {
    const access = accessOf(resource, as)
    const exported = await api.call({ as, url: `/api/v1/${name}/export?file_name=x` })
    expect(exported.status, exported.text).toBe(access === 'DENY' ? 403 : 200)
    const header = labelOf(resource, resource.title)
    if (access === 'DENY') expect(exported.text).not.toContain(`${header},`)
    const imported = await importing(as, name, [snakeCase(resource.title), 'X'])
    const expected = resource.isReadOnly ? 405 : access === 'FULL' ? 200 : 403
    expect(imported.status === 400 ? 200 : imported.status, imported.text).toBe(expected)
  })
})

const limited = written.filter(
  (resource) => accessOfOwn(resource.subject) !== 'DENY' && limitedFields(first(resource)).hidden,
)

/** Returns the resource whose fields the subject's grants are based on. */
function first(resource: Resource): Resource {
  return served.find((each) => each.subject === resource.subject) ?? resource
}

describe.each(limited.map((resource) => [resource.name, resource] as const))(
  '%s, with one field hidden from the role and another read-only,',
  (name, resource) => {
    const url = `/api/v1/${name}`
    const { hidden = '', shown } = limitedFields(first(resource))
    const field = resource.fields[hidden]
    const canWrite = accessOfOwn(resource.subject) === 'FULL'
    const isText = field?.kind === 'text' || field?.kind === 'longText'

    test('reveals nothing of the hidden field in any answer', async () => {
      const input = await examples.inputFor(resource, field ? [hidden] : [])
      const example = input[snakeCase(hidden)]
      const isFree = isText && !field?.pattern && !example?.toString().startsWith('{')
      // A condition must stay valid.
      const value = isFree ? String(example).replace(/^(?!.*").*$|Value/, marker) : example
      const body = field ? { ...input, [snakeCase(hidden)]: value } : input
      const made = await api.call({ as: 'Administrator', method: 'POST', url, body })
      expect(made.status, made.text).toBe(201)
      const id = String(made.json().id)
      const call = (path: string, more: object = {}) => api.call({ as: own, url: `${url}${path}`, ...more })
      const told = [await call(`/search?sort=-created_at&max=3`), await call(`/${id}`), await call(`/titles?ids=${id}`)]
      for (const answer of told) {
        expect(answer.status, answer.text).toBe(200)
        for (const row of rowsOf(resource, answer.json())) expect(row).not.toHaveProperty(snakeCase(hidden))
        expect(answer.text).not.toContain(marker)
      }
      const accept = 'application/x-protobuf'
      const [row, rows] = [await call(`/${id}`, { accept }), await call('/search?sort=-created_at&max=1', { accept })]
      expect(row.bytes.includes(marker) || rows.bytes.includes(marker)).toBe(false)
      const empty = [undefined, null, '', false]
      const isEmpty = (kept: AnyRow | undefined) =>
        empty.includes(kept?.[hidden] as null) || Object.keys(kept?.[hidden] as object).length === 0
      expect(isEmpty(decodeRow(resource, row.bytes))).toBe(true)
      expect(isEmpty(decodeRows(resource, rows.bytes)[0])).toBe(true)
    })

    test('neither sorts nor finds by it, and an export has no column for it', async () => {
      const get = (path: string) => api.call({ as: own, url: `${url}${path}` })
      const key = snakeCase(hidden)
      const filter = encodeURIComponent(JSON.stringify([{ field: key, contains: 'h' }]))
      for (const path of [`/search?sort=${key}`, `/search?filters=${filter}`, `/export?file_name=x&columns=${key}`]) {
        const answer = await get(path)
        expect([path, answer.status], answer.text).toEqual([path, 400])
        expect(answer.text).not.toContain(marker)
      }
      expect((await get(`/search?freeText=${marker}`)).text).not.toContain('"id"')
      const exported = await get(`/export?file_name=${tableOf(resource)}`)
      expect(exported.status).toBe(200)
      expect(exported.text).not.toContain(marker)
      const [header = ''] = exported.text.split('\n')
      if (field) expect(header.replace('\uFEFF', '').trim().split(',')).not.toContain(labelOf(resource, hidden))
    })

    test('refuses to write it or the read-only one, naming the field', async () => {
      const id = await examples.idOfNew(name)
      for (const key of [hidden, shown].filter((each) => each !== undefined && resource.fields[each])) {
        const column = snakeCase(String(key))
        const change = {
          method: 'PUT',
          url: `${url}/${id}`,
          body: { [column]: await sample(resource, String(key)) },
        } as const
        const answer = await api.call({ as: own, ...change })
        expect([column, answer.status], answer.text).toEqual([column, canWrite ? 400 : 403])
        if (canWrite) expect(answer.json().errors).toMatchObject([{ field: column, code: 'forbidden_field' }])
        if (!canWrite || key !== hidden) continue
        const imported = await importing(own, name, [`Id,${column}`, `${id},x`])
        expect(imported.status, imported.text).toBe(400)
        expect(imported.text).toContain(`"field":"${column}"`)
      }
    })

    test('reveals it in the log to no one who may not see it', async () => {
      const id = await examples.idOfNew(name)
      if (!field || name === 'user_security_role') return
      const body = { [snakeCase(hidden)]: isText && !field.pattern ? marker : await sample(resource, hidden) }
      const changed = await api.call({ as: 'Administrator', method: 'PUT', url: `${url}/${id}`, body })
      expect([200, 400]).toContain(changed.status)
      const filters = encodeURIComponent(JSON.stringify([{ field: 'entity_id', in: [id] }]))
      const log = await api.call({ as: own, url: `/api/v1/system_event/search?filters=${filters}` })
      expect(log.status).toBe(200)
      expect(log.text).not.toContain(marker)
      expect(log.text).not.toContain(`\\"${snakeCase(hidden)}\\"`)
    })
  },
)

/** Returns a value that differs from a new example's: repeating the current value would be no change. */
async function sample(resource: Resource, key: string): Promise<unknown> {
  const field = resource.fields[key]
  const input = await examples.inputFor(resource, [key])
  const value = field?.kind === 'emailList' ? ['somebody-else@one.example'] : input[snakeCase(key)]
  return field?.kind === 'select' ? field.values?.findLast((one) => one !== field.default) : value
}

/** Returns the rows of a page, or the one row, in an answer; titles have none. */
function rowsOf(resource: Resource, body: AnyRow): AnyRow[] {
  const rows = body[tableOf(resource)]
  return Array.isArray(rows) ? (rows as AnyRow[]) : [body]
}

describe.each(served.filter(({ subject }) => deniedSubjects.has(subject)).map(({ name }) => name))(
  '%s, which the role does not see,',
  (name) => {
    test('appears nowhere: no list, row, title, export, import or log', async () => {
      const isWritten = !getResource(name).isReadOnly
      const id = isWritten ? await examples.idOfNew(name) : '01900000-0000-7000-8000-000000000000'
      for (const path of ['search', id, `titles?ids=${id}`, 'export?file_name=x', 'search?freeText=Value']) {
        const answer = await api.call({ as: own, url: `/api/v1/${name}/${path}` })
        expect([path, answer.status, answer.json().code]).toEqual([path, 403, 'forbidden'])
        expect(answer.text).not.toMatch(/Value \d/)
      }
      if (isWritten) expect((await importing(own, name, ['Name', 'X'])).status).toBe(403)
      const filters = encodeURIComponent(JSON.stringify([{ field: 'entity_id', in: [id] }]))
      const log = await api.call({ as: own, url: `/api/v1/system_event/search?filters=${filters}` })
      for (const event of log.json().system_events as AnyRow[]) expect(event.details).toBeNull()
    })
  },
)

test('the custom role on the wire has an access and an object of fields for every subject', async () => {
  const id = (await me()).security_role_id
  const answer = await api.call({ as: own, url: `/api/v1/user_security_role/${id}`, accept: 'application/x-protobuf' })
  const row = decodeRow(getResource('user_security_role'), answer.bytes)
  for (const subject of permissionSubjects) {
    expect([subject, row[camelCase(`${subject}_access`)]]).toEqual([subject, grants[`${subject}_access`]])
    expect(row[camelCase(`${subject}_permissions`)]).toEqual(grants[`${subject}_permissions`])
  }
})
