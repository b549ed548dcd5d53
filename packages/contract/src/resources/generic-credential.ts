import { defineCredential, webAddress } from '../credential-definition.ts'
import { genericDrivers, signIns } from '../credential-kinds.ts'
import { secret } from '../fields/secret.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'

export const genericCredential = defineCredential('generic_credential', {
  label: ['Folder, S3, WebDAV or SFTP credential', 'Folder, S3, WebDAV or SFTP credentials'],
  route: '/generic-credentials',
  subject: 'credential',
  settings: {
    driver: select(20, genericDrivers, {
      directs: 'to',
      directsSecrets: true,
      required: true,
      default: 'FILE_SYSTEM',
      label: 'Type',
      help: "This version can't save to Dropbox yet: documents under a policy that uses such a credential are saved in Courtcrier only.",
      valueLabels: {
        FILE_SYSTEM: 'Folder on this server',
        S3: 'S3',
        WEBDAV: 'WebDAV',
        SFTP: 'SFTP',
        DROPBOX: 'Dropbox',
      },
    }),
    baseUrl: text(21, {
      ...webAddress,
      pattern: /^(?:https?|sftp):\/\/[^\s/@?#]+(?:[/?#]\S*)?$/i,
      help: "S3: empty for Amazon, otherwise the service's URL. WebDAV: the folder, https://host/dav. SFTP: sftp://host:22, with a path if it starts at the server's root.",
    }),
    region: text(22, { max: 60, directs: 'to', directsSecrets: true }),
    database: text(23, { max: 200, label: 'Bucket', directs: 'to', directsSecrets: true }),
    folderId: text(24, {
      directs: 'to',
      max: 1000,
      label: 'Folder',
      help: "Everything is saved below it. On this server: below the firm's storage folder; / is that folder itself. No other firm may save to the same folder.",
    }),
    username: text(25, { directs: 'to', max: 200 }),
    password: secret(26, { max: 500 }),
    signIn: select(32, signIns, {
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
    token: secret(33, { max: 8000, help: 'WebDAV with sign-in by token.' }),
    privateKey: secret(34, {
      max: 16_000,
      isLong: true,
      help: 'SFTP: instead of a password or in addition to it, in the format of ssh-keygen or OpenSSL, from -----BEGIN to -----END.',
    }),
    passphrase: secret(35, { max: 500, label: 'Key passphrase' }),
    apiKey: secret(27, { max: 500, label: 'API key', help: 'S3: the access key ID.' }),
    apiSecret: secret(28, { max: 500, label: 'API secret', help: 'S3: the secret access key.' }),
    clientId: text(29, { max: 200 }),
    clientSecret: secret(30, { max: 500 }),
    hostKey: text(31, {
      max: 100,
      pattern: /^SHA256:[A-Za-z0-9+/]{43}=?$/,
      patternCode: 'not_fingerprint',
      help: "SFTP: the server's fingerprint, SHA256:…; without it nothing is sent. The test shows the server's.",
    }),
  },
  columns: ['driver', 'baseUrl'],
})
