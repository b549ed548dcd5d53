import { defineCredential, webAddress } from '../credential-definition.ts'
import { type GenericDriver, genericDrivers, signIns } from '../credential-kinds.ts'
import { secret } from '../fields/secret.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { restSettings } from '../rest-settings.ts'

/** Shown only for these types: each is a form of its own. */
function ofTypes(...values: GenericDriver[]) {
  return { onlyWith: { key: 'driver', values } }
}

export const genericCredential = defineCredential('generic_credential', {
  label: [
    'Folder, S3, WebDAV, SFTP, Dropbox or REST credential',
    'Folder, S3, WebDAV, SFTP, Dropbox or REST credentials',
  ],
  route: '/generic-credentials',
  subject: 'credential',
  settings: {
    driver: select(20, genericDrivers, {
      directs: 'to',
      directsSecrets: true,
      required: true,
      default: 'FILE_SYSTEM',
      label: 'Type',
      valueLabels: {
        FILE_SYSTEM: 'Folder on this server',
        S3: 'S3',
        WEBDAV: 'WebDAV',
        SFTP: 'SFTP',
        DROPBOX: 'Dropbox',
        REST: 'Other service (REST)',
      },
    }),
    baseUrl: text(21, {
      ...ofTypes('S3', 'WEBDAV', 'SFTP', 'REST'),
      ...webAddress,
      pattern: /^(?:https?|sftp):\/\/[^\s/@?#]+(?:[/?#]\S*)?$/i,
      help: "S3: empty for Amazon, otherwise the service's URL. WebDAV: the folder, https://host/dav. SFTP: sftp://host:22, with a path if it starts at the server's root. REST: what all addresses begin with.",
    }),
    region: text(22, { ...ofTypes('S3'), max: 60, directs: 'to', directsSecrets: true }),
    database: text(23, { ...ofTypes('S3'), max: 200, label: 'Bucket', directs: 'to', directsSecrets: true }),
    folderId: text(24, {
      ...ofTypes('FILE_SYSTEM', 'S3', 'WEBDAV', 'SFTP', 'DROPBOX'),
      directs: 'to',
      max: 1000,
      label: 'Folder',
      help: "Everything is saved below it. On this server: below the firm's storage folder; / is that folder itself. No other firm may save to the same folder.",
    }),
    username: text(25, { ...ofTypes('WEBDAV', 'SFTP', 'REST'), directs: 'to', max: 200 }),
    password: secret(26, { ...ofTypes('WEBDAV', 'SFTP', 'REST'), max: 500 }),
    signIn: select(32, signIns, {
      ...ofTypes('WEBDAV'),
      directs: 'to',
      directsSecrets: true,
      required: true,
      default: 'BASIC',
      label: 'WebDAV sign-in',
      help: "Digest never sends the password itself. Basic and a token need https, or a private network that this server's operator has allowed.",
      valueLabels: {
        BASIC: 'User name and password (Basic)',
        DIGEST: 'User name and password (Digest)',
        BEARER: 'Token (Bearer)',
      },
    }),
    token: secret(33, {
      ...ofTypes('WEBDAV', 'DROPBOX', 'REST'),
      directs: 'to',
      max: 8000,
      help: 'WebDAV: with sign-in by token. Dropbox: leave it empty, and sign in on the page of the saved credential. REST: {token} in its settings.',
    }),
    privateKey: secret(34, {
      ...ofTypes('SFTP'),
      max: 16_000,
      isLong: true,
      help: 'SFTP: instead of a password or in addition to it, in the format of ssh-keygen or OpenSSL, from -----BEGIN to -----END.',
    }),
    passphrase: secret(35, { ...ofTypes('SFTP'), max: 500, label: 'Key passphrase' }),
    apiKey: secret(27, {
      ...ofTypes('S3', 'REST'),
      directs: 'to',
      max: 500,
      label: 'API key',
      help: 'S3: the access key ID.',
    }),
    apiSecret: secret(28, {
      ...ofTypes('S3', 'REST'),
      max: 500,
      label: 'API secret',
      help: 'S3: the secret access key.',
    }),
    clientId: text(29, { ...ofTypes('DROPBOX'), directs: 'to', max: 200, help: 'Dropbox: the app key.' }),
    clientSecret: secret(30, { ...ofTypes('DROPBOX'), max: 500, help: 'Dropbox: the app secret.' }),
    hostKey: text(31, {
      ...ofTypes('SFTP'),
      max: 100,
      pattern: /^SHA256:[A-Za-z0-9+/]{43}=?$/,
      patternCode: 'not_fingerprint',
      help: "SFTP: the server's fingerprint, SHA256:…; without it nothing is sent. The test shows the server's.",
    }),
    ...restSettings(36, ofTypes('REST')),
  },
  columns: ['driver', 'baseUrl'],
})
