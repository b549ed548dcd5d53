import { boolean } from '../fields/boolean.ts'
import { date } from '../fields/date.ts'
import { email } from '../fields/email.ts'
import { secret } from '../fields/secret.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { timestamp } from '../fields/timestamp.ts'
import { defineResource, type RowOf } from '../resource.ts'

/** A mailbox of the firm that notices are read from. */
export const mailbox = defineResource('mailbox', {
  label: ['Mailbox', 'Mailboxes'],
  route: '/mailboxes',
  access: 'firmAccess',
  subject: 'credential',
  title: 'name',
  // Undoing a change couldn't bring back the secrets.
  isUndoable: false,
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    service: select(5, ['MICROSOFT', 'GOOGLE', 'OAUTH', 'PASSWORD'], {
      required: true,
      directsSecrets: true,
      default: 'MICROSOFT',
      label: 'Mail service',
      valueLabels: {
        MICROSOFT: 'Microsoft 365',
        GOOGLE: 'Google Workspace',
        OAUTH: 'Other, with OAuth',
        PASSWORD: 'Other, with a password',
      },
    }),
    address: email(6, {
      required: true,
      search: true,
      help: 'Whose mailbox it is, also if notices are forwarded to it.',
    }),
    isActive: boolean(7, { default: true, label: 'In use' }),
    folder: text(8, { required: true, max: 500, default: 'INBOX', help: 'With / between the folders of a path.' }),
    doneFolder: text(9, {
      max: 500,
      label: 'Folder for received messages',
      help: 'Messages are moved there once they are received. If empty, they stay where they are and are marked as read.',
    }),
    readFrom: timestamp(10, {
      label: 'Messages since',
      help: 'Older messages are left as they are. If empty, messages that arrive after the mailbox is added are received. The test says how many there are.',
    }),
    tenantId: text(11, {
      directsSecrets: true,
      max: 253,
      pattern: /^[A-Za-z0-9][A-Za-z0-9.-]*$/,
      patternCode: 'not_text',
      label: 'Directory (tenant) ID',
      help: "Microsoft 365: from the application's page in Entra.",
    }),
    clientId: text(12, {
      max: 200,
      label: 'Application (client) ID',
      help: "Microsoft 365: from the application's page in Entra; not its object ID.",
    }),
    clientSecret: secret(13, {
      max: 1000,
      help: "The secret's value, which is shown only when it is created; not its ID.",
    }),
    clientCertificate: secret(14, {
      max: 32_000,
      isLong: true,
      help: 'Microsoft 365: instead of a secret, the certificate and its private key, both from -----BEGIN to -----END.',
    }),
    serviceAccountKey: secret(15, {
      max: 16_000,
      isLong: true,
      help: "Google Workspace: the service account's key as downloaded, a JSON text.",
    }),
    password: secret(16, { max: 500 }),
    server: text(17, {
      directsSecrets: true,
      max: 300,
      pattern: /^imaps?:\/\/[^\s/@?#]+\/?$/i,
      patternCode: 'not_imap_server',
      label: 'IMAP server',
      help: 'imaps://host or imaps://host:port. With Microsoft 365 and Google only if it is another than usual, as in a national cloud.',
    }),
    tokenUrl: text(18, {
      directsSecrets: true,
      max: 500,
      pattern: /^https?:\/\/[^\s/@?#]+(?:[/?#]\S*)?$/i,
      patternCode: 'not_url',
      label: 'Token URL',
      help: 'Where tokens are requested. With Microsoft 365 and Google only if it is another than usual.',
    }),
    scope: text(19, {
      max: 500,
      help: 'What the token is requested for. With Microsoft 365 and Google only if it is another than usual.',
    }),
    authserv: text(20, {
      max: 253,
      pattern: /^[a-z0-9][\w.-]*$/i,
      patternCode: 'not_domain',
      label: 'Name in its results',
      help: "How the mail server names itself in Authentication-Results; its word about a message's sender is believed. Known for Microsoft 365 and Google.",
    }),
    expiresAt: date(21, {
      label: 'Secret expires on',
      help: 'When the secret or certificate ends. The firm is reminded before.',
    }),
    health: select(22, ['unknown', 'healthy', 'failing'], {
      required: true,
      readOnly: true,
      default: 'unknown',
      valueLabels: { unknown: 'Not read yet', healthy: 'Healthy', failing: 'Failing' },
      tones: { unknown: 'neutral', healthy: 'ok', failing: 'bad' },
    }),
    sentence: text(23, { readOnly: true, max: 1000, label: 'What is wrong', holds: 'sentence' }),
    checkedAt: timestamp(24, { readOnly: true, label: 'Last read' }),
    lastMessageAt: timestamp(25, { readOnly: true, label: 'Last message' }),
  },
  steps: [
    { name: 'mailbox', fields: ['name', 'service', 'address', 'isActive'] },
    {
      name: 'signIn',
      label: 'Sign-in',
      fields: [
        'tenantId',
        'clientId',
        'clientSecret',
        'clientCertificate',
        'serviceAccountKey',
        'password',
        'expiresAt',
      ],
    },
    { name: 'messages', fields: ['folder', 'doneFolder', 'readFrom'] },
    { name: 'server', fields: ['server', 'tokenUrl', 'scope', 'authserv'] },
  ],
  deactivation: { field: 'isActive', value: false },
  unique: [['name']],
  list: { columns: ['name', 'address', 'service', 'health', 'lastMessageAt', 'checkedAt'], sort: 'name' },
})
export type Mailbox = RowOf<typeof mailbox>
