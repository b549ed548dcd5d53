import { boolean } from '../fields/boolean.ts'
import { email } from '../fields/email.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

export const user = defineResource('user', {
  label: ['User', 'Users'],
  route: '/users',
  access: 'userAccess',
  title: 'fullName',
  fields: {
    email: email(4, { required: true, search: true }),
    fullName: text(5, { required: true, search: true }),
    displayName: text(6, { max: 120 }),
    timekeeperId: reference(7, 'timekeeper'),
    securityRoleId: reference(8, 'user_security_role', { required: true, label: 'Role' }),
    isActive: boolean(9, {
      default: true,
      label: 'May sign in',
      help: "If off, the user can't sign in, and their API keys don't work.",
    }),
    isServiceAccount: boolean(10, {
      label: 'Service account',
      help: "A program of the firm: it can't sign in, and acts with API keys that people create for it.",
    }),
    invitation: select(11, ['OPEN', 'EXPIRED', 'REVOKED', 'ACCEPTED'], {
      readOnly: true,
      isComputed: true,
      isFilterable: true,
      valueLabels: { OPEN: 'Invited, not accepted', EXPIRED: 'Not accepted, expired' },
      tones: { OPEN: 'busy', EXPIRED: 'warn', REVOKED: 'neutral', ACCEPTED: 'ok' },
    }),
    provisionedBy: text(12, { readOnly: true, isComputed: true, label: 'Provisioned by' }),
  },
  tellsApart: ['email'],
  deactivation: { field: 'isActive', value: false },
  unique: [['email']],
  list: {
    columns: [
      'fullName',
      'email',
      'securityRoleId',
      'timekeeperId',
      'isActive',
      'isServiceAccount',
      'invitation',
      'provisionedBy',
    ],
    sort: 'fullName',
    mappedBy: ['timekeeperId'],
  },
})
export type User = RowOf<typeof user>
