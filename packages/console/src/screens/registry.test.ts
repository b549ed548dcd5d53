import { filedUnder } from '@courtcrier/contract/filed.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { expect, test } from 'vitest'
import { faces } from './registry.ts'

test('a resource has at most one face, and the resource exists', () => {
  const names = faces.flatMap(({ resource }) => resource ?? [])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names.filter((name) => name !== 'firm' && !findResource(name))).toEqual([])
})

test('a face refers only to fields of its resource', () => {
  const unknown = faces.flatMap(({ resource: name = '', cells = {}, inputs = {} }) => {
    const resource = findResource(name)
    const keys = [...Object.keys(cells), ...Object.keys(inputs)]
    return keys.filter((key) => !resource || !findField(resource, key)).map((key) => `${name}.${key}`)
  })
  expect(unknown).toEqual([])
})

test('a resource that others are listed under has its own page', () => {
  const paged = faces.flatMap(({ resource, page }) => (page && resource ? [resource] : []))
  expect(paged.toSorted()).toEqual([...filedUnder].toSorted())
})
