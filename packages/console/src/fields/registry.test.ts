import { readdirSync, readFileSync } from 'node:fs'
import { fieldKinds } from '@courtcrier/contract/fields/registry.ts'
import { expect, test } from 'vitest'
import { fieldInputs } from './inputs.ts'
import { fieldControls } from './registry.ts'

const folder = new URL('.', import.meta.url)

test('every kind of field has a cell with a width, and an input', () => {
  expect(Object.keys(fieldControls).sort()).toEqual(Object.keys(fieldKinds).sort())
  expect(Object.keys(fieldInputs).sort()).toEqual(Object.keys(fieldKinds).sort())
})

test('every control and every input is listed', () => {
  expect(unlisted(/export const (\w+Control): FieldControl/g, 'registry.ts')).toEqual([])
  expect(unlisted(/export const (\w+Input): FieldInput/g, 'inputs.ts')).toEqual([])
})

/** Returns what the folder's files export in this way and a registry doesn't list. */
function unlisted(exported: RegExp, registry: string): string[] {
  const list = readFileSync(new URL(registry, folder), 'utf8')
  const found = readdirSync(folder).flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(exported)].map(([, each = '']) => each),
  )
  expect(found.length).toBeGreaterThan(10)
  return found.filter((each) => !list.includes(`: ${each},`))
}
