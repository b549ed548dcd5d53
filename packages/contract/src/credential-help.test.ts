import { expect, test } from 'vitest'
import { type CredentialKind, credentialSubjects } from './credential-kinds.ts'
import { neededSettings } from './credential-needs.ts'
import { getResource } from './resources/registry.ts'

/** The credential's own name, and how a service is called: choices that are described with the addresses. */
const known = ['name', 'uploadMethod', 'uploadBody', 'folderMethod']

/** The settings that a kind can't do without and that don't say where their value is found. */
function unexplained(kind: CredentialKind): string[] {
  const { fields } = getResource(kind)
  const needed = neededSettings(kind, {})
  return Object.entries(fields)
    .filter(([key, { required, help }]) => (required || needed.includes(key)) && help === undefined)
    .map(([key]) => key)
    .filter((key) => !known.includes(key))
}

test.each(credentialSubjects)('every setting that a %s needs says where its value is found', (kind) => {
  expect(unexplained(kind)).toEqual([])
})
