import type { Role } from '@courtcrier/contract/access.ts'
import { emptyRow } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { expect, test } from 'vitest'
import { nextOpen, statesOf, stepLabel, stepsOf, stepWith } from './steps.ts'

const roleWith = (fields: Record<string, 'READ' | 'DENY'> = {}): Role => ({
  id: '',
  name: 'Test',
  isSystemDefined: false,
  grants: { case: { access: 'FULL', fields } },
})
const scope = { resource: courtCase, role: roleWith(), row: emptyRow(courtCase), isNew: true }
const steps = stepsOf(scope)

test('a case is created in the order of the specification', () => {
  expect(steps.map((step) => stepLabel(courtCase, step))).toEqual([
    'Matters',
    'Case info',
    'Jurisdiction',
    'Timekeepers',
    'Judge and storage policy',
  ])
})

test('a step without visible fields is omitted, as are hidden fields of other steps', () => {
  const role = roleWith({ judge_id: 'DENY', storage_policy_id: 'DENY', caption: 'DENY' })
  const seen = stepsOf({ resource: courtCase, role })
  expect(seen.map((step) => step.name)).toEqual(['matters', 'caseInfo', 'jurisdiction', 'timekeepers'])
  expect(seen[1]?.fields).not.toContain('caption')
})

test('an identity provider is asked only for what its protocol needs', () => {
  const own = {
    resource: identityProvider,
    role: { ...roleWith(), grants: { credential: { access: 'FULL' as const, fields: {} } } },
  }
  const stepsWith = (protocol: string) =>
    stepsOf(own, { ...emptyRow(identityProvider), protocol }).map(({ name }) => name)
  expect(stepsWith('OIDC')).toEqual(['provider', 'oidc', 'people', 'groups'])
  expect(stepsWith('SAML')).toEqual(['provider', 'saml', 'people', 'groups'])
})

test('a step whose fields mean nothing beside the other values is omitted', () => {
  const role = roleWith()
  const own = { resource: mailbox, role: { ...role, grants: { credential: { access: 'FULL' as const, fields: {} } } } }
  const read = { ...emptyRow(mailbox), service: 'PASSWORD' }
  expect(stepsOf(own, read).map(({ name }) => name)).toEqual(['mailbox', 'signIn', 'server', 'messages'])
  expect(stepsOf(own, { ...read, service: 'SES' }).map(({ name }) => name)).toEqual(['mailbox', 'signIn'])
})

test('a credential asks for a sign-in and calls only where its type has them, and for none that an agent keeps', () => {
  const role = { ...roleWith(), grants: { credential: { access: 'FULL' as const, fields: {} } } }
  const stepsFor = (values: object) =>
    stepsOf({ resource: genericCredential, role }, { ...emptyRow(genericCredential), ...values }).map(
      ({ name }) => name,
    )
  expect(stepsFor({ driver: 'FILE_SYSTEM' })).toEqual(['place', 'folders'])
  expect(stepsFor({ driver: 'SFTP' })).toEqual(['place', 'signIn', 'folders'])
  expect(stepsFor({ driver: 'SFTP', useAgent: true })).toEqual(['place', 'folders'])
  expect(stepsFor({ driver: 'REST' })).toEqual(['place', 'signIn', 'calls', 'folders'])
})

test('a field leads to its step, and a field without a step leads nowhere', () => {
  expect(stepWith(steps, ['judgeId', 'assignedTimekeepers'])).toBe(3)
  expect(stepWith(steps, ['envelopeCount'])).toBeUndefined()
})

test('past steps are done or invalid; later ones are open, even if values are missing', () => {
  const values = { ...scope.row, name: 'A', caseNumber: '1:24-cv-1' }
  expect(statesOf(steps, { values, reached: 2, scope })).toEqual(['wrong', 'done', 'open', 'open', 'open'])
})

test('a prefilled form passes over the steps that need no more input', () => {
  const steps = stepsOf(scope)
  const id = '01a21183-54d9-7000-9aa3-c6f614b898b3'
  const filled = { ...scope.row, name: 'A v. B', caseNumber: '1', jurisdictionId: id, assignedTimekeepers: [id] }
  expect(nextOpen(steps, 0, { values: filled, scope })).toBe(0)
  expect(nextOpen(steps, 1, { values: filled, scope })).toBe(steps.length)
  expect(nextOpen(steps, 0, { values: { ...filled, matterId: id }, scope })).toBe(steps.length)
  expect(nextOpen(steps, 1, { values: { ...filled, name: '' }, scope })).toBe(1)
})
