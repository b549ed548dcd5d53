import { type Effects, shownBy } from './effect.ts'

const stores = shownBy('stores/stores.test.ts')
const keys = shownBy('packages/connectors/src/sftp/keys.test.ts')
const signIns = shownBy('http/credential-sign-in.test.ts')
const webdav = shownBy('packages/connectors/src/webdav/sign-ins.test.ts')
const s3 = stores("saves a copy with its policy's credential")

/** Settings that act for every kind of credentials, also without a connector. */
export const everyCredentialEffects: Effects = {
  useAgent: signIns('%s cannot use an agent, since there is none'),
  expiresAt: stores(
    'reminds firms 14 and 3 days before a credential, a mailbox or a sending account expires, once each',
  ),
}

/** Settings that act for every kind that copies can be saved with. */
export const connectedEffects: Effects = {
  createFolders: stores('reports a missing folder if folders may not be created'),
  folderCreationSyncDelay: stores("a copy for a folder that was just created waits for the credential's delay"),
}

export const genericCredentialEffects: Effects = {
  driver: s3,
  baseUrl: s3,
  region: shownBy('packages/connectors/src/s3/open-s3.test.ts')('requests are signed for the region'),
  database: s3,
  folderId: s3,
  apiKey: s3,
  apiSecret: s3,
  username: webdav("accepts the standard's answer with %s, and no other"),
  password: keys('with an unknown key the password counts, and vice versa'),
  signIn: webdav('many simultaneous requests are all signed in'),
  token: signIns('a WebDAV credential with this sign-in needs only a token'),
  privateKey: keys('reads a key: %s'),
  passphrase: keys('without its passphrase, or with a wrong one, a key is not read: %s'),
  hostKey: shownBy('packages/connectors/src/sftp/sftp.test.ts')(
    'sends nothing to a server that shows a different key than before',
  ),
}

const box = shownBy('packages/connectors/src/box/box.test.ts')
const boxSignIn = box('with a wrong %s, an administrator is told which right to look for')
const boxFolder = box('a folder that the service account was not invited to is told, with what to do')

export const boxClientEffects: Effects = {
  clientId: boxSignIn,
  clientSecret: boxSignIn,
  enterpriseId: box('without the ID of its enterprise, an application is told what to enter'),
  folderId: boxFolder,
}

export const boxEffects: Effects = {
  clientId: boxSignIn,
  clientSecret: boxSignIn,
  refreshToken: box('each refresh token is used once, also by calls at the same time and after a restart'),
  folderId: boxFolder,
}
