import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { accessKeys, everyone, permissionSubjects } from '../access.ts'
import type { Field } from '../fields/field.ts'
import { kindOf } from '../fields/registry.ts'
import { validateValue } from '../input.ts'
import { findField, labelOf, messageOf, type Resource, stepLabel, tableOf } from '../resource.ts'
import { publicFirmFields } from './firm.ts'
import { findResource, getResource, resources } from './registry.ts'

/** Files in the folder that define no resource. */
const notResources = ['registry.ts', 'system-roles.ts']

test('every file of the folder defines resources, and each of them is registered', async () => {
  const files = (await readdir(import.meta.dirname)).filter((file) => !file.endsWith('.test.ts'))
  const found: string[] = []
  for (const file of files.filter((file) => !notResources.includes(file))) {
    const module: Record<string, unknown> = await import(path.join(import.meta.dirname, file))
    const defined = Object.values(module).filter(isResource)
    expect(defined, `${file} defines no resource`).not.toHaveLength(0)
    for (const resource of defined) expect(resources, `${resource.name} is not registered`).toContain(resource)
    found.push(...defined.map((resource) => resource.name))
  }
  expect(found.toSorted()).toStrictEqual(resources.map((resource) => resource.name).toSorted())
})

test('no two resources share a name, a table, a message or a route', () => {
  for (const nameOf of [(r: Resource) => r.name, tableOf, messageOf, (r: Resource) => r.route]) {
    const names = resources.map(nameOf)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toStrictEqual([])
  }
})

test('a field shown only with others names one of the same form, and values it has', () => {
  for (const { name, fields } of resources)
    for (const [key, wanted] of Object.values(fields).flatMap(besideOf)) {
      const { kind, values } = fields[key] ?? {}
      expect(kind === 'boolean' ? ['true', 'false'] : values, `${name}.${key}`).toEqual(
        expect.arrayContaining([...wanted]),
      )
    }
})

/** The fields that decide whether a form shows this one, each with the values that do. */
function besideOf({ onlyWith, notWith = [] }: Field): [string, readonly string[]][] {
  return [
    ...(onlyWith ? [[onlyWith.key, onlyWith.values] as [string, readonly string[]]] : []),
    ...notWith.flatMap(Object.entries),
  ]
}

test('a resource is found by its name only', () => {
  expect(findResource('case')?.name).toBe('case')
  expect(findResource('constructor')).toBeUndefined()
  expect(() => getResource('cases')).toThrow('there is no resource named cases')
})

test('the public fields of the firm exist and are only its name and appearance', () => {
  expect(publicFirmFields).toStrictEqual(['id', 'name', 'signonType', 'primaryColor', 'secondaryColor', 'hasLogo'])
  for (const key of publicFirmFields) expect(findField(getResource('firm'), key)).toBeDefined()
})

test('most kinds of records that people create are created step by step, and every one with a long form', () => {
  const created = resources.filter(
    ({ isReadOnly, isVirtual, isSingleton }) => !isReadOnly && !isVirtual && !isSingleton,
  )
  const inSteps = created.filter(({ steps }) => steps.length > 1)
  expect(inSteps.length / created.length).toBeGreaterThan(0.5)
  const long = created.filter(({ form }) => form.length >= 7).map(({ name }) => name)
  const notInSteps = long.filter((name) => !inSteps.some((resource) => resource.name === name))
  expect(notInSteps.toSorted()).toEqual(Object.keys(onOnePage).toSorted())
})

/** Long forms that stay on one page, each with the reason. */
const onOnePage = {
  user: 'Shows what the role allows while it is chosen.',
  user_security_role: 'A matrix of its own, which shows all permissions at once.',
  saved_view: 'Saved from the list it is a view of, by a dialog of its own.',
}

describe.each(resources)('$name', (resource) => {
  const fields = Object.entries(resource.fields)

  test('is governed by a known permission and opened by a known access key', () => {
    expect([...permissionSubjects, everyone]).toContain(resource.subject)
    expect([...accessKeys, '']).toContain(resource.access)
    expect(resource.route).toMatch(/^\/[a-z-]+$/)
  })

  test('has a label in singular and plural, and one for every field', () => {
    expect(resource.label.every((label) => /^[A-Z]/.test(label))).toBe(true)
    for (const [key, field] of fields) {
      expect(labelOf(resource, key), key).toMatch(/^[A-Z]/)
      expect(
        Object.keys(field.valueLabels ?? {}).filter((value) => !field.values?.includes(value)),
        key,
      ).toEqual([])
    }
    const labels = fields.filter(([, field]) => !field.within).map(([key]) => labelOf(resource, key))
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toStrictEqual([])
  })

  test('names only its own fields in its title, table, order, filters, form and unique groups', () => {
    const { columns, sort, filters = [], mappedBy = [] } = resource.list
    const named = [
      resource.title,
      ...columns,
      sort.replace(/^-/, ''),
      ...filters,
      ...mappedBy,
      ...resource.form,
      ...resource.unique.flat(),
      ...resource.tellsApart,
    ]
    expect(named.filter((key) => !findField(resource, key))).toStrictEqual([])
    for (const list of [columns, filters, resource.form]) expect(new Set(list).size).toBe(list.length)
  })

  test('is sorted by a sortable field, and shows no secret in its table', () => {
    const sorted = findField(resource, resource.list.sort.replace(/^-/, '')) as Field
    expect(kindOf(sorted).isSortable && !sorted.isComputed && !sorted.within).toBe(true)
    for (const key of resource.list.columns) expect(findField(resource, key)?.kind).not.toBe('secret')
  })

  test('says what tells its records apart if they can be chosen and may share a title', () => {
    const isChosen = resources.some(({ fields: own }) =>
      Object.values(own).some((field) => field.resource === resource.name && !field.readOnly && !field.isComputed),
    )
    const isUnique = resource.unique.some((group) => group.length === 1 && group[0] === resource.title)
    if (isChosen && !isUnique) expect(resource.tellsApart).not.toEqual([])
    const kinds = resource.tellsApart.map((key) => findField(resource, key)?.kind)
    expect(kinds.filter((kind) => !['text', 'email', 'select', 'reference'].includes(kind ?? ''))).toEqual([])
    expect(resource.tellsApart).not.toContain(resource.title)
  })

  test('has only columns in its unique groups', () => {
    for (const key of resource.unique.flat()) {
      expect([key, resource.fields[key]?.within, resource.fields[key]?.isComputed]).toEqual([key, undefined, undefined])
    }
  })

  test('has a form with every required field and none that a person cannot set', () => {
    expect(resource.form.filter((key) => resource.fields[key]?.readOnly)).toStrictEqual([])
    const needed = fields
      .filter(([, field]) => !field.readOnly && 'code' in validateValue(field, null))
      .map(([key]) => key)
    expect(needed.filter((key) => !resource.form.includes(key))).toStrictEqual([])
  })

  test('has steps with each field of the form exactly once, and a heading each', () => {
    if (resource.steps.length === 0) return
    const asked = resource.steps.flatMap((step) => step.fields)
    const writable = fields.filter(([, field]) => !field.readOnly && !field.isForPrograms).map(([key]) => key)
    expect(asked.toSorted()).toStrictEqual(writable.toSorted())
    expect(asked).toStrictEqual(resource.form)
    const names = resource.steps.map((step) => step.name)
    expect(new Set(names).size).toBe(names.length)
    for (const step of resource.steps)
      expect([step.name, stepLabel(step)]).toEqual([step.name, expect.stringMatching(/^[A-Z]/)])
    expect(resource.steps.every((step) => step.fields.length > 0)).toBe(true)
  })

  test('is compared by text columns, and deactivated by a valid value of its field', () => {
    const { likeness, deactivation } = resource
    for (const key of likeness ? [likeness.name, likeness.number] : []) {
      expect([key, findField(resource, key)?.kind]).toEqual([key, 'text'])
    }
    for (const key of likeness?.with ?? []) expect([key, resource.fields[key]?.within]).toEqual([key, undefined])
    if (!deactivation) return
    const field = findField(resource, deactivation.field) as Field
    expect(resource.form).toContain(deactivation.field)
    expect(validateValue(field, deactivation.value)).toEqual({ value: deactivation.value })
    expect(field.default).not.toBe(deactivation.value)
  })

  test('has valid defaults, and lets no one set calculated fields', () => {
    for (const [key, field] of fields) {
      if (field.default !== undefined)
        expect(validateValue(field, field.default), key).toEqual({ value: field.default })
      if (field.isComputed && !writtenByHook.includes(`${resource.name}.${key}`))
        expect([key, field.readOnly]).toEqual([key, true])
      if (resource.isReadOnly && !resource.isVirtual) expect([key, field.readOnly]).toEqual([key, true])
    }
  })

  test('references only existing resources, by their kind of ID', () => {
    for (const [key, field] of fields.filter(([, field]) => /^reference/.test(field.kind))) {
      expect([key, field.idKind]).toStrictEqual([key, findResource(field.resource ?? '')?.idKind])
    }
  })

  test('searches only text fields for words', () => {
    for (const [key, field] of fields.filter(([, field]) => field.search)) {
      expect(['text', 'longText', 'email'], key).toContain(field.kind)
      expect([key, field.within, field.isComputed]).toEqual([key, undefined, undefined])
    }
  })
})

/** Calculated from other records, and written to those when it is saved. */
const writtenByHook = ['user_security_role.userIds', 'timekeeper_group.timekeeperIds']

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && 'fields' in value && 'route' in value
}
