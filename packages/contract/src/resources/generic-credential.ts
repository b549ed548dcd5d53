import { defineCredential, webAddress } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'

export const genericCredential = defineCredential('generic_credential', {
  label: ['Generic credential', 'Generic credentials'],
  route: '/generic-credentials',
  subject: 'credential',
  settings: {
    driver: select(20, ['FILE_SYSTEM', 'S3', 'WEBDAV', 'SFTP', 'DROPBOX'], {
      required: true,
      default: 'FILE_SYSTEM',
      label: 'Type',
      valueLabels: {
        FILE_SYSTEM: 'Folder of this server',
        S3: 'S3',
        WEBDAV: 'WebDAV',
        SFTP: 'SFTP',
        DROPBOX: 'Dropbox',
      },
    }),
    baseUrl: text(21, { ...webAddress }),
    region: text(22, { max: 60 }),
    database: text(23, { max: 200, label: 'Bucket' }),
    folderId: text(24, {
      max: 1000,
      label: 'Folder',
      help: "Of this server: below the firm's storage folder; / is that folder itself.",
    }),
    username: text(25, { max: 200 }),
    password: secret(26, { max: 500 }),
    apiKey: secret(27, { max: 500, label: 'API key' }),
    apiSecret: secret(28, { max: 500, label: 'API secret' }),
    clientId: text(29, { max: 200 }),
    clientSecret: secret(30, { max: 500 }),
  },
  columns: ['driver', 'baseUrl'],
})
