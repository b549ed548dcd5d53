import { expect, test } from 'vitest'
import { nameOfKind } from './credential-cards.ts'

test('a credential for a folder, S3 and so on is called by its type, if the role may see it', () => {
  expect(nameOfKind({ kind: 'generic_credential', driver: 'WEBDAV' })).toBe('WebDAV')
  expect(nameOfKind({ kind: 'generic_credential' })).toBe('Folder, S3, WebDAV, SFTP, Dropbox or REST')
  expect(nameOfKind({ kind: 'box_credential' })).toBe('Box')
})
