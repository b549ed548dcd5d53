import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { expect, test } from 'vitest'
import { stepsOf } from '../../resource/steps.ts'
import '../settings/text.ts'
import { nameOfKind } from './credential-cards.ts'
import { credentialKindFaces } from './face.ts'

test('a credential for a folder, S3 and so on is called by its type, if the role may see it', () => {
  expect(nameOfKind({ kind: 'generic_credential', driver: 'WEBDAV' })).toBe('WebDAV')
  expect(nameOfKind({ kind: 'generic_credential' })).toBe('Folder, S3, WebDAV, SFTP, Dropbox or REST')
  expect(nameOfKind({ kind: 'box_credential' })).toBe('Box')
})

test('the form of a new credential is named after the type that was chosen for it, and doesn’t ask for it again', () => {
  const face = credentialKindFaces.find(({ resource }) => resource === 'generic_credential')
  expect(face?.wordFor?.({ driver: 'S3' })).toBe('S3 credential')
  expect(face?.wordFor?.({ driver: 'FILE_SYSTEM' })).toBe('credential for a folder on this server')
  expect(face?.wordFor?.({})).toBeUndefined()

  const role = {
    id: '',
    name: '',
    isSystemDefined: false,
    grants: { credential: { access: 'FULL', fields: {} } },
  } as const
  const scope = { resource: getResource('generic_credential'), role }
  const placeOf = (settled: string[]) => stepsOf({ ...scope, settled }, { driver: 'S3' })[0]?.fields
  expect(placeOf([])).toContain('driver')
  expect(placeOf(['driver'])).not.toContain('driver')
})
