import { expect, test } from 'vitest'
import { type CredentialKind, credentialSubjects, genericDrivers } from './credential-kinds.ts'
import { neededSettings } from './credential-needs.ts'
import { getResource } from './resources/registry.ts'

/** The credential's own name, and how a service is called: choices that are described with the addresses. */
const known = ['name', 'uploadMethod', 'uploadBody', 'folderMethod']

/** The settings that a kind can't do without and that don't say where their value is found. */
function unexplained(kind: CredentialKind): string[] {
  const { fields } = getResource(kind)
  const needed = neededSettings(kind, {})
  return Object.entries(fields)
    .filter(([key, { required, help, helpWith }]) => (required || needed.includes(key)) && !(help ?? helpWith))
    .map(([key]) => key)
    .filter((key) => !known.includes(key))
}

/** The settings of a type that have no sentence, or one for other types too. */
function unexplainedOf(driver: string): string[] {
  const { fields } = getResource('generic_credential')
  return Object.entries(fields)
    .filter(([, { onlyWith }]) => onlyWith?.key === 'driver' && onlyWith.values.includes(driver))
    .filter(([, { help, helpWith, onlyWith }]) =>
      helpWith ? helpWith[driver] === undefined : help === undefined || onlyWith?.values.length !== 1,
    )
    .map(([key]) => key)
    .filter((key) => !known.includes(key) && key !== 'useAgent')
}

test.each(genericDrivers)('every setting of the type %s has a sentence for this type alone', (driver) => {
  expect(unexplainedOf(driver)).toEqual([])
})

test('no sentence of a credential names the type that it is for', () => {
  const sentences = Object.values(getResource('generic_credential').fields).flatMap(({ help = '', helpWith = {} }) => [
    help,
    ...Object.values(helpWith),
  ])
  expect(sentences.filter((each) => /(?:S3|WebDAV|SFTP|Dropbox|REST): /.test(each))).toEqual([])
})

test.each(credentialSubjects)('every setting that a %s needs says where its value is found', (kind) => {
  expect(unexplained(kind)).toEqual([])
})
