import { readdirSync, readFileSync } from 'node:fs'
import { fieldKinds } from '@courtcrier/contract/fields/registry.ts'
import { expect, test } from 'vitest'
import { fieldControls } from './registry.ts'

const folder = new URL('.', import.meta.url)

test('every kind of field has a cell, an input and a width', () => {
  expect(Object.keys(fieldControls).sort()).toEqual(Object.keys(fieldKinds).sort())
})

test('every control is listed', () => {
  const registry = readFileSync(new URL('registry.ts', folder), 'utf8')
  const controls = readdirSync(folder).flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/export const (\w+Control): FieldControl/g)].map(
      ([, control = '']) => control,
    ),
  )
  expect(controls.length).toBe(Object.keys(fieldKinds).length)
  for (const control of controls) expect(registry).toMatch(new RegExp(`: ${control},`))
})
