import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { connectorKinds } from './registry.ts'

test('every folder beside the registry is a connector that it lists', async () => {
  const entries = await readdir(new URL('.', import.meta.url), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  expect(connectorKinds.map((kind) => kind.name).toSorted()).toEqual(folders.toSorted())
})
