import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

export const signInOutcomes = ['SIGNED_IN', 'REFUSED', 'LOCKED'] as const
export type SignInOutcome = (typeof signInOutcomes)[number]

export const signInWays = ['PASSWORD', 'SIGN_ON', 'WAY_BACK', 'FACTOR', 'PASSKEY'] as const
export type SignInWay = (typeof signInWays)[number]

/** Why a user was refused whom an identity provider had signed in. */
export const signInReasons = ['DEACTIVATED', 'SERVICE_ACCOUNT', 'OTHER_ACCOUNT', 'INVITATION_REVOKED'] as const
export type SignInReason = (typeof signInReasons)[number]

/** The place of an address in a private network, which no country has. */
export const privatePlace = 'Private network'

/** How long a sign-in is kept. */
export const signInDays = 400

/** One attempt to sign in as a user, and what came of it. People who manage users see all of them, others their own. */
export const signIn = defineResource('sign_in', {
  label: ['Sign-in', 'Sign-in history'],
  route: '/sign-ins',
  access: 'userAccess',
  subject: 'user',
  title: 'program',
  isReadOnly: true,
  createdLabel: 'Time',
  fields: {
    userId: reference(4, 'user', { required: true, readOnly: true }),
    outcome: select(5, signInOutcomes, {
      required: true,
      readOnly: true,
      valueLabels: { SIGNED_IN: 'Signed in', REFUSED: 'Refused', LOCKED: 'Too many failed attempts' },
      tones: { SIGNED_IN: 'ok', REFUSED: 'bad', LOCKED: 'bad' },
    }),
    way: select(6, signInWays, {
      required: true,
      readOnly: true,
      label: 'By',
      valueLabels: {
        PASSWORD: 'Password',
        SIGN_ON: 'Single sign-on',
        WAY_BACK: 'Password, past single sign-on',
        FACTOR: 'Password and second factor',
        PASSKEY: 'Passkey',
      },
    }),
    provider: text(7, { readOnly: true, label: 'Identity provider' }),
    program: text(8, { required: true, readOnly: true, max: 60, search: true }),
    place: text(9, { readOnly: true, max: 60, search: true, holds: 'place' }),
    network: text(10, { required: true, readOnly: true, max: 60, search: true, label: 'Network address' }),
    reason: select(11, signInReasons, {
      readOnly: true,
      valueLabels: {
        DEACTIVATED: 'Deactivated',
        SERVICE_ACCOUNT: 'Service account',
        OTHER_ACCOUNT: 'Another account at the provider',
        INVITATION_REVOKED: 'Invitation revoked',
      },
    }),
  },
  list: {
    columns: ['createdAt', 'userId', 'outcome', 'reason', 'way', 'program', 'place', 'network'],
    sort: '-createdAt',
    sortable: ['createdAt'],
    filters: ['createdAt', 'userId', 'outcome', 'reason', 'way', 'program', 'place', 'network'],
  },
})
export type SignIn = RowOf<typeof signIn>
