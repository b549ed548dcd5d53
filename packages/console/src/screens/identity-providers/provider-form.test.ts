import { emptyRow } from '@courtcrier/contract/resource.ts'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { keptSecret } from '@courtcrier/contract/secrets.ts'
import { expect, test } from 'vitest'
import { problemsOf } from '../../resource/form-problems.ts'
import { isNeeded } from '../../resource/form-values.ts'
import { nextOpen, stepsOf } from '../../resource/steps.ts'

const role = {
  ...{ id: '', name: 'Test', isSystemDefined: false },
  grants: { credential: { access: 'FULL' as const, fields: {} } },
}
const resource = identityProvider
const scope = { resource, role, row: emptyRow(resource), isNew: true }

/** The name of the step at which a new provider's form asks for what is missing, or wrong. */
function stopsAt(values: object): string | undefined {
  const row = { ...scope.row, name: 'Ours', ...values }
  const steps = stepsOf(scope, row)
  return steps[nextOpen(steps, 0, { values: row, scope })]?.name
}

test('a form says at its step what OpenID Connect or SAML needs', () => {
  const client = { issuer: 'https://idp.example', clientId: 'a', clientSecret: 'b' }
  expect(stopsAt({})).toBe('oidc')
  expect(stopsAt({ ...client, clientSecret: null })).toBe('oidc')
  expect(stopsAt(client)).toBeUndefined()
  expect(stopsAt({ protocol: 'SAML' })).toBe('saml')
  expect(stopsAt({ protocol: 'SAML', metadata: '<EntityDescriptor/>' })).toBeUndefined()
  expect(stopsAt({ ...client, issuer: 'https://login.microsoftonline.com/common/v2.0' })).toBe('oidc')
  expect(stopsAt({ ...client, scopes: 'email' })).toBe('oidc')
  expect(stopsAt({ ...client, admits: 'CREATED' })).toBe('people')
})

test('a form marks what its protocol needs as required', () => {
  const needed = (values: object) =>
    resource.form.filter((key) => isNeeded(key, { ...scope.row, name: 'Ours', ...values }, scope))
  expect(needed({})).toEqual(['issuer', 'clientId', 'clientSecret'])
  expect(needed({ protocol: 'SAML' })).toEqual([])
})

test('a client secret that is saved needn’t be entered again, and is needed once it is removed', () => {
  const row = { ...scope.row, id: 'p', name: 'Ours', issuer: 'https://idp.example', clientId: 'a' }
  const saved = { ...scope, isNew: false, row: { ...row, clientSecret: keptSecret } }
  expect(problemsOf({ ...saved.row, name: 'Other' }, saved)).toEqual({})
  expect(Object.keys(problemsOf({ ...saved.row, clientSecret: null }, saved))).toEqual(['clientSecret'])
})
