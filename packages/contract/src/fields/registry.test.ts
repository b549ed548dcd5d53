import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testedResources } from '../testing/every-kind.ts'
import type { FieldKind } from './field.ts'
import { fieldKinds } from './registry.ts'

/** Other files of the folder: the definition of a kind, the list of kinds, and code several share. */
const notKinds = ['field.ts', 'registry.ts', 'string-kinds.ts']

test('every file of the folder defines at least one kind, and each kind is registered under its name', async () => {
  const files = (await readdir(import.meta.dirname)).filter((file) => !file.endsWith('.test.ts'))
  const found: string[] = []
  for (const file of files.filter((file) => !notKinds.includes(file))) {
    const module: Record<string, unknown> = await import(path.join(import.meta.dirname, file))
    const kinds = Object.values(module).filter(isKind)
    expect(kinds, `${file} defines no kind`).not.toHaveLength(0)
    for (const kind of kinds) expect(fieldKinds[kind.name], `${kind.name} of ${file} is not registered`).toBe(kind)
    found.push(...kinds.map((kind) => kind.name))
  }
  expect(found.toSorted()).toStrictEqual(Object.keys(fieldKinds).toSorted())
})

test('the resource used by the property tests has a field of every kind', () => {
  const kinds = new Set(testedResources.flatMap(({ fields }) => Object.values(fields).map((field) => field.kind)))
  expect([...kinds].toSorted()).toStrictEqual(Object.keys(fieldKinds).toSorted())
})

function isKind(value: unknown): value is FieldKind {
  return typeof value === 'object' && value !== null && 'wireType' in value && 'schema' in value
}
