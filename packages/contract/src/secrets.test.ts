import { expect, test } from 'vitest'
import type { Role } from './access.ts'
import { validateInput } from './input.ts'
import { redact, secretsSet } from './resource.ts'
import { webhook } from './resources/webhook.ts'
import { formatSecrets, keptSecret, withSecrets } from './secrets.ts'
import { decodeRow, encodeRow } from './wire.ts'

const role = (fields: Role['grants'][string]['fields'] = {}): Role => ({
  id: '',
  name: 'Test',
  isSystemDefined: false,
  grants: { webhook: { access: 'FULL', fields } },
})
const row = { id: 'w', name: 'Desk', [secretsSet]: ['signingSecret'] }

test('a row lists the secrets that are set only to roles that see the field', () => {
  expect(formatSecrets(redact(webhook, row, role()))).toBe('signing_secret')
  expect(formatSecrets(redact(webhook, row, role({ signing_secret: 'DENY' })))).toBe('')
  expect(formatSecrets(redact(webhook, { id: 'w' }, role()))).toBeUndefined()
})

test('a secret in a form is the placeholder or null, and absent if nothing is known', () => {
  expect(withSecrets(webhook, { id: 'w' }, 'signing_secret')).toEqual({ id: 'w', signingSecret: keptSecret })
  expect(withSecrets(webhook, { id: 'w' }, '')).toEqual({ id: 'w', signingSecret: null })
  expect(withSecrets(webhook, { id: 'w' }, null)).toEqual({ id: 'w' })
})

test('the placeholder for an unchanged secret is refused as a value', () => {
  expect(validateInput(webhook, { signingSecret: keptSecret }, { role: role(), current: {} })).toEqual({
    problems: [{ field: 'signingSecret', code: 'control_characters' }],
  })
})

test('clearing a secret is sent on the wire', () => {
  expect(decodeRow(webhook, encodeRow(webhook, { signingSecret: null }))).toEqual({ signingSecret: null })
})
