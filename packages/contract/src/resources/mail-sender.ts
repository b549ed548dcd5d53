import { boolean } from '../fields/boolean.ts'
import { email } from '../fields/email.ts'
import { text } from '../fields/text.ts'
import { timestamp } from '../fields/timestamp.ts'
import {
  consentFields,
  healthFields,
  helpWithServer,
  mailService,
  secretExpiry,
  signInFields,
  signInStep,
  tokenFields,
} from '../mail-sign-in.ts'
import { defineResource, type RowOf } from '../resource.ts'

/** An account of the firm that its emails are sent by; at most one is in use. */
export const mailSender = defineResource('mail_sender', {
  label: ['Sending account', 'Sending accounts'],
  route: '/sending-accounts',
  access: 'firmAccess',
  subject: 'credential',
  title: 'name',
  // Undoing a change couldn't bring back the secrets.
  isUndoable: false,
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    service: mailService(5),
    address: email(6, { required: true, search: true, help: 'The address that the emails come from.' }),
    senderName: text(7, {
      max: 200,
      label: "Sender's name",
      help: "Shown beside the address. If empty, the firm's name.",
    }),
    isActive: boolean(8, {
      default: true,
      label: 'In use',
      help: 'At most one sending account is in use. Without one, emails are sent by the mail server of this installation.',
    }),
    ...signInFields(9),
    server: text(15, {
      onlyWith: { key: 'service', values: mailService(0).values ?? [] },
      directsSecrets: true,
      max: 300,
      pattern: /^(?:smtps?|https?):\/\/[^\s/@?#]+\/?$/i,
      patternCode: 'not_smtp_server',
      label: 'Mail server',
      helpWith: helpWithServer('smtp://host:587, encrypted by STARTTLS, or smtps://host:465.'),
    }),
    ...tokenFields(16),
    expiresAt: secretExpiry(18),
    ...healthFields(19, 'Not used yet'),
    checkedAt: timestamp(21, { readOnly: true, label: 'Last used' }),
    ...consentFields(31),
  },
  steps: [
    { name: 'account', fields: ['name', 'service', 'address', 'senderName', 'isActive'] },
    { name: 'signIn', label: 'Sign-in', fields: signInStep },
    { name: 'server', fields: ['server', 'tokenUrl', 'scope'] },
  ],
  deactivation: { field: 'isActive', value: false },
  unique: [['name']],
  list: { columns: ['name', 'address', 'service', 'isActive', 'health', 'checkedAt'], sort: 'name' },
})
export type MailSender = RowOf<typeof mailSender>
