import { readdirSync, readFileSync } from 'node:fs'
import { fieldKinds } from '@courtcrier/contract/fields/registry.ts'
import { expect, test } from 'vitest'
import { fieldCells } from './cells.ts'
import { fieldFaces } from './registry.ts'

const folder = new URL('.', import.meta.url)

test('every kind of field has a face and a cell', () => {
  expect(Object.keys(fieldFaces).sort()).toEqual(Object.keys(fieldKinds).sort())
  expect(Object.keys(fieldCells).sort()).toEqual(Object.keys(fieldKinds).sort())
})

test('every file that makes a face is listed', () => {
  const registry = readFileSync(new URL('registry.ts', folder), 'utf8')
  const faces = readdirSync(folder).filter((name) =>
    /export const \w+Face: FieldFace/.test(readFileSync(new URL(name, folder), 'utf8')),
  )
  expect(faces.length).toBe(Object.keys(fieldKinds).length)
  for (const name of faces) expect(registry).toContain(`'./${name}'`)
})
