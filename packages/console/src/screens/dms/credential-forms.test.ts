import type { Field } from '@courtcrier/contract/fields/field.ts'
import { type AnyRow, emptyRow, findField, labelOf, type Resource } from '@courtcrier/contract/resource.ts'
import { boxCredential } from '@courtcrier/contract/resources/box-credential.ts'
import { filevineCredential } from '@courtcrier/contract/resources/filevine-credential.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { keptSecret } from '@courtcrier/contract/secrets.ts'
import { expect, test } from 'vitest'
import { isApplicable } from '../../fields/offered.ts'
import { problemsOf } from '../../resource/form-problems.ts'
import { isNeeded, valuesToSend } from '../../resource/form-values.ts'

/** The fields of a step of the form of a folder, S3 and so on, as far as they mean something. */
function shownIn(step: string, values: object): string[] {
  const row: AnyRow = { ...emptyRow(genericCredential), ...values }
  const fields = genericCredential.steps.find(({ name }) => name === step)?.fields ?? []
  return fields.filter((key) => isApplicable(findField(genericCredential, key) as Field, row))
}

test('a credential asks how to sign in before what that takes, and last for what is usually left empty', () => {
  expect(shownIn('signIn', { driver: 'WEBDAV' })).toEqual(['signIn', 'username', 'password'])
  expect(shownIn('signIn', { driver: 'DROPBOX' })).toEqual(['clientId', 'clientSecret', 'token'])
})

test('a WebDAV credential asks for a token or for an account, whichever it signs in with', () => {
  expect(shownIn('signIn', { driver: 'WEBDAV', signIn: 'DIGEST' })).toEqual(['signIn', 'username', 'password'])
  expect(shownIn('signIn', { driver: 'WEBDAV', signIn: 'BEARER' })).toEqual(['signIn', 'token'])
  // Left from before the type was changed, and no longer shown.
  expect(shownIn('signIn', { driver: 'SFTP', signIn: 'BEARER' })).toContain('username')
  expect(shownIn('signIn', { driver: 'DROPBOX', signIn: 'BASIC' })).toContain('token')
})

test('a secret that no longer applies is removed, and needn’t be entered again', () => {
  const saved = { ...emptyRow(genericCredential), id: 'c', name: 'Ours', driver: 'WEBDAV', password: keptSecret }
  const scope = { resource: genericCredential, role, row: saved, isNew: false }
  expect(valuesToSend({ ...saved, signIn: 'BEARER', token: 't' }, scope)).toEqual({
    ...{ signIn: 'BEARER', token: 't', password: null },
  })
  expect(valuesToSend({ ...saved, signIn: 'DIGEST' }, scope)).toEqual({ signIn: 'DIGEST' })
})

test('a credential asks for the parts of a form only if one is sent', () => {
  const shown = (uploadBody: string) => shownIn('calls', { driver: 'REST', uploadBody })
  expect(shown('BYTES')).not.toContain('fileField')
  expect(shown('BYTES')).not.toContain('formFields')
  expect(shown('FORM')).toEqual(expect.arrayContaining(['fileField', 'formFields']))
})

test('a credential for a DMS on the internet offers no agent', () => {
  const field = findField(boxCredential, 'useAgent') as Field
  expect(isApplicable(field, emptyRow(boxCredential))).toBe(false)
})

test('an ID of another system is labeled as one', () => {
  expect(labelOf(boxCredential, 'clientId')).toBe('Client ID')
  expect(labelOf(filevineCredential, 'organizationId')).toBe('Organization ID')
  expect(labelOf(filevineCredential, 'billingItemTimeCode2')).toBe('Billing item time code 2')
})

const role = {
  ...{ id: '', name: 'Test', isSystemDefined: false },
  grants: {
    credential: { access: 'FULL' as const, fields: {} },
    filevine_credential: { access: 'FULL' as const, fields: {} },
  },
}
const creation = (resource: Resource) => ({ resource, role, row: emptyRow(resource), isNew: true })

test('a form says at once what the chosen type needs, as the server would after it was sent', () => {
  const scope = creation(genericCredential)
  const row = { ...scope.row, name: 'Ours', driver: 'S3' }
  const needed = ['region', 'database', 'apiKey', 'apiSecret']
  expect(Object.keys(problemsOf(row, scope)).toSorted()).toEqual(needed.toSorted())
  expect(needed.filter((key) => isNeeded(key, row, scope))).toEqual(needed)
  expect(isNeeded('baseUrl', row, scope)).toBe(false)
  expect(problemsOf({ ...row, driver: 'FILE_SYSTEM', folderId: 'Court' }, scope)).toEqual({})
})

test('a credential asks for the parts of a billing item only if some are created', () => {
  const field = findField(filevineCredential, 'billingItemRate') as Field
  const row = emptyRow(filevineCredential)
  expect(isApplicable(field, { ...row, createBillingItems: false })).toBe(false)
  expect(isApplicable(field, { ...row, createBillingItems: true })).toBe(true)
})

test('a form needs the parts of a billing item once it creates some', () => {
  const scope = creation(filevineCredential)
  const row = { ...scope.row, createBillingItems: false }
  expect(isNeeded('billingItemRate', row, scope)).toBe(false)
  expect(isNeeded('billingItemRate', { ...row, createBillingItems: true }, scope)).toBe(true)
})

test('a secret that is set and left alone is not missing, and one that is removed is', () => {
  const row = { ...emptyRow(genericCredential), id: 'c', name: 'Ours', driver: 'S3', region: 'us-east-1' }
  const saved = { ...row, database: 'court', apiKey: keptSecret, apiSecret: keptSecret }
  const scope = { resource: genericCredential, role, row: saved, isNew: false }
  expect(problemsOf(saved, scope)).toEqual({})
  expect(Object.keys(problemsOf({ ...saved, apiSecret: null }, scope))).toEqual(['apiSecret'])
})
