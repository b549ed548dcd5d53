import type { Field } from '@courtcrier/contract/fields/field.ts'
import { type AnyRow, emptyRow, findField, labelOf } from '@courtcrier/contract/resource.ts'
import { boxCredential } from '@courtcrier/contract/resources/box-credential.ts'
import { filevineCredential } from '@courtcrier/contract/resources/filevine-credential.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { expect, test } from 'vitest'
import { isApplicable } from '../../fields/offered.ts'

/** The fields of a step of the form of a folder, S3 and so on, as far as they mean something. */
function shownIn(step: string, values: object): string[] {
  const row: AnyRow = { ...emptyRow(genericCredential), ...values }
  const fields = genericCredential.steps.find(({ name }) => name === step)?.fields ?? []
  return fields.filter((key) => isApplicable(findField(genericCredential, key) as Field, row))
}

test('a credential asks how to sign in before what that takes, and last for what is usually left empty', () => {
  expect(shownIn('signIn', { driver: 'WEBDAV' })).toEqual(['signIn', 'username', 'password', 'token'])
  expect(shownIn('signIn', { driver: 'DROPBOX' })).toEqual(['clientId', 'clientSecret', 'token'])
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
