import { defineCredential, webAddress } from '../credential-definition.ts'
import { type GenericDriver, genericDrivers, type SignInName, signIns } from '../credential-kinds.ts'
import { secret } from '../fields/secret.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { restSettings } from '../rest-settings.ts'

/** Shown only for these types: each is a form of its own. */
function ofTypes(...values: GenericDriver[]) {
  return { onlyWith: { key: 'driver', values } }
}

/** Shown only for these types, each of which has its own sentence. */
function explained(helpWith: Partial<Record<GenericDriver, string>>) {
  return { onlyWith: { key: 'driver', values: Object.keys(helpWith) }, helpWith }
}

/** The sign-ins of WebDAV that a setting isn't for, while other types use it. */
function notWithSignIn(...values: SignInName[]) {
  return { notWith: [{ driver: ['WEBDAV'], signIn: values }] }
}

const ownFolder = 'Everything is saved below it; no other firm may save there.'
const accountRights = 'The account on the server, which needs the right to create folders and files.'
const s3Rights =
  'Its user needs s3:ListBucket and s3:ListBucketMultipartUploads for the bucket, and s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload for its objects.'

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
    ...placeSettings(),
    ...personSettings(),
    ...keySettings(),
    ...apiSettings(),
    ...restSettings(36, ofTypes('REST')),
  },
  columns: ['driver', 'baseUrl'],
})

/** Where documents are saved. */
function placeSettings() {
  return {
    baseUrl: text(21, {
      ...explained({
        S3: "The service's URL; empty for Amazon.",
        WEBDAV: "The folder's URL, such as https://files.firm.example/dav.",
        SFTP: "sftp://host:22, with a path if it starts at the server's root.",
        REST: 'What the addresses in the settings below begin with.',
      }),
      ...webAddress,
      pattern: /^(?:https?|sftp):\/\/[^\s/@?#]+(?:[/?#]\S*)?$/i,
    }),
    region: text(22, {
      ...explained({ S3: "The bucket's, such as us-east-1: at Amazon, in the list of buckets." }),
      max: 60,
      directs: 'to',
      directsSecrets: true,
    }),
    database: text(23, {
      ...explained({ S3: "The bucket's name." }),
      max: 200,
      label: 'Bucket',
      directs: 'to',
      directsSecrets: true,
    }),
    folderId: text(24, {
      ...explained({
        FILE_SYSTEM: `Below the firm's storage folder on this server; / is that folder itself. ${ownFolder}`,
        S3: `What the keys of all objects begin with. ${ownFolder}`,
        WEBDAV: `Below the base URL. ${ownFolder}`,
        SFTP: `Below the base URL's path, or else the account's own folder. ${ownFolder}`,
        DROPBOX: `In the team's space, or else in the account's. ${ownFolder}`,
      }),
      directs: 'to',
      max: 1000,
      label: 'Folder',
    }),
  }
}

/** How an account signs in. */
function personSettings() {
  return {
    signIn: select(32, signIns, {
      ...ofTypes('WEBDAV'),
      directs: 'to',
      directsSecrets: true,
      required: true,
      default: 'BASIC',
      label: 'WebDAV sign-in',
      help: "Digest never sends the password itself. Basic and a token need https, or a private network that this server's operator has allowed.",
      valueLabels: {
        BASIC: 'Username and password (Basic)',
        DIGEST: 'Username and password (Digest)',
        BEARER: 'Token (Bearer)',
      },
    }),
    username: text(25, {
      ...explained({ WEBDAV: accountRights, SFTP: accountRights, REST: '{username} in the settings below.' }),
      ...notWithSignIn('BEARER'),
      directs: 'to',
      max: 200,
    }),
    password: secret(26, {
      ...explained({
        WEBDAV: 'Of this account.',
        SFTP: 'Of this account; empty if it signs in with a key alone.',
        REST: '{password} in the settings below.',
      }),
      ...notWithSignIn('BEARER'),
      max: 500,
    }),
  }
}

/** The keys of an account and of a server. */
function keySettings() {
  return {
    privateKey: secret(34, {
      ...explained({
        SFTP: 'Instead of a password or in addition to it, in the format of ssh-keygen or OpenSSL, from -----BEGIN to -----END.',
      }),
      max: 16_000,
      isLong: true,
    }),
    passphrase: secret(35, {
      ...explained({ SFTP: 'Of the private key, if it has one.' }),
      max: 500,
      label: 'Key passphrase',
    }),
    hostKey: text(31, {
      ...explained({
        SFTP: "The server's fingerprint, SHA256:…; without it nothing is sent. The test shows the server's.",
      }),
      max: 100,
      pattern: /^SHA256:[A-Za-z0-9+/]{43}=?$/,
      patternCode: 'not_fingerprint',
    }),
  }
}

/** The keys of an account or application at a service. */
function apiSettings() {
  return {
    apiKey: secret(27, {
      ...explained({
        S3: 'The access key ID: at Amazon, under the access keys of an IAM user.',
        REST: '{apiKey} in the settings below.',
      }),
      directs: 'to',
      max: 500,
      label: 'API key',
    }),
    apiSecret: secret(28, {
      ...explained({ S3: `The secret access key. ${s3Rights}`, REST: '{apiSecret} in the settings below.' }),
      max: 500,
      label: 'API secret',
    }),
    clientId: text(29, {
      ...explained({ DROPBOX: "The app key, in Dropbox's App Console." }),
      directs: 'to',
      max: 200,
    }),
    clientSecret: secret(30, {
      ...explained({
        DROPBOX:
          'The app secret. The app needs the permissions account_info.read, files.metadata.read, files.content.read and files.content.write.',
      }),
      max: 500,
    }),
    token: secret(33, {
      ...explained({
        WEBDAV: 'Sent with every request, as Authorization: Bearer.',
        DROPBOX: 'Leave it empty, and sign in on the page of the saved credential.',
        REST: '{token} in the settings below.',
      }),
      ...notWithSignIn('BASIC', 'DIGEST'),
      directs: 'to',
      max: 8000,
    }),
  }
}
