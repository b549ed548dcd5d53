import { boolean } from '../fields/boolean.ts'
import { email } from '../fields/email.ts'
import { text } from '../fields/text.ts'
import { timestamp } from '../fields/timestamp.ts'
import { ifRead, mailboxService, ofRead, providerFields } from '../mail-providers.ts'
import {
  consentFields,
  healthFields,
  helpWithServer,
  secretExpiry,
  signInFields,
  signInStep,
  tokenFields,
} from '../mail-sign-in.ts'
import { defineResource, type RowOf } from '../resource.ts'

/** A mailbox of the firm that notices are read from, or whose provider calls with them. */
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
    service: mailboxService(5),
    address: email(6, {
      required: true,
      search: true,
      opensBySecrets: true,
      help: "The mailbox's own address, even if notices are forwarded to it.",
    }),
    isActive: boolean(7, { default: true, label: 'In use' }),
    folder: text(8, {
      ...ofRead,
      required: true,
      max: 500,
      default: 'INBOX',
      help: 'With / between the folders of a path.',
    }),
    doneFolder: text(9, {
      ...ofRead,
      max: 500,
      label: 'Folder for received messages',
      help: 'Messages are moved there once they are received. If empty, they stay where they are and are marked as read.',
    }),
    readFrom: timestamp(10, {
      ...ofRead,
      label: 'Messages since',
      help: 'Older messages are left as they are. If empty, messages that arrive after the mailbox is added are received. To receive older ones, add the mailbox first: its form counts them before you save a time.',
    }),
    ...ifRead(signInFields(11)),
    server: text(17, {
      ...ofRead,
      directsSecrets: true,
      max: 300,
      pattern: /^(?:imaps?|https?):\/\/[^\s/@?#]+\/?$/i,
      patternCode: 'not_imap_server',
      label: 'Mail server',
      helpWith: helpWithServer('imaps://host or imaps://host:port.'),
    }),
    ...ifRead(tokenFields(18)),
    authserv: text(20, {
      ...ofRead,
      max: 253,
      pattern: /^[a-z0-9][\w.-]*$/i,
      patternCode: 'not_domain',
      label: 'Name in its results',
      help: "How the mail server names itself in Authentication-Results; its word about a message's sender is believed. Known for Microsoft 365 and Google.",
    }),
    isBelieved: boolean(46, {
      ...ofRead,
      default: true,
      label: 'Believed about senders',
      help: "Whether the mail server's word about who sent a message counts. Only administrators decide that: it is off for a mailbox that someone else set up until an administrator has checked its server, address and folder, and turns it on.",
    }),
    ...ifRead({ expiresAt: secretExpiry(21) }),
    ...healthFields(22, 'Not read yet'),
    checkedAt: timestamp(24, { readOnly: true, label: 'Last read' }),
    lastMessageAt: timestamp(25, { readOnly: true, label: 'Last message' }),
    behindSince: timestamp(47, { readOnly: true, label: 'Behind since' }),
    ...ifRead(consentFields(31)),
    ...providerFields(41),
    hasBell: boolean(45, {
      onlyWith: { key: 'service', values: ['GRAPH'] },
      label: 'Check when notified',
      help: 'Microsoft Graph then calls this server at its public address, and messages are received at once instead of within 30 seconds.',
    }),
  },
  steps: [
    { name: 'mailbox', fields: ['name', 'service', 'address', 'isActive'] },
    {
      name: 'signIn',
      label: 'Sign-in',
      fields: [...signInStep, 'topicArn', 'callSecret', 'accessKeyId', 'secretAccessKey'],
    },
    // Before what is chosen there: its folders are listed with it.
    { name: 'server', fields: ['server', 'tokenUrl', 'scope', 'authserv', 'isBelieved'] },
    { name: 'messages', fields: ['folder', 'doneFolder', 'readFrom', 'hasBell'] },
  ],
  deactivation: { field: 'isActive', value: false },
  unique: [['name']],
  list: {
    columns: ['name', 'address', 'service', 'health', 'lastMessageAt', 'behindSince', 'checkedAt'],
    sort: 'name',
  },
})
export type Mailbox = RowOf<typeof mailbox>
