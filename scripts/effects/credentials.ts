import { type Effects, shownBy } from './effect.ts'

const stores = shownBy('stores/stores.test.ts')
const keys = shownBy('packages/connectors/src/sftp/keys.test.ts')
const signIns = shownBy('http/credential-sign-in.test.ts')
const webdav = shownBy('packages/connectors/src/webdav/sign-ins.test.ts')
const dropbox = shownBy('packages/connectors/src/dropbox/dropbox.test.ts')('what is wrong with the %s is told')
const s3 = stores("saves a copy with its policy's credential")

/** Settings that act for every kind of credentials. */
export const everyCredentialEffects: Effects = {
  createFolders: stores('a copy waits for a missing folder if folders may not be created'),
  folderCreationSyncDelay: stores("a copy for a folder that was just created waits for the credential's delay"),
  useAgent: signIns('%s cannot use an agent'),
  expiresAt: stores(
    'reminds firms 14 and 3 days before a credential, a mailbox, a sending account or an identity provider expires, once each',
  ),
}

const atOther = shownBy('agent/agent.test.ts')(
  'a credential that names another agent, or something else there (%o), is told',
)

/** Settings of the kinds that an agent can save with. */
export const agentEffects: Effects = {
  useAgent: signIns('%s with an agent names it and its credential there, and keeps no secret here'),
  agent: atOther,
  agentCredential: atOther,
}

export const genericCredentialEffects: Effects = {
  driver: s3,
  baseUrl: s3,
  region: shownBy('packages/connectors/src/s3/open-s3.test.ts')('requests are signed for the region'),
  database: s3,
  folderId: s3,
  apiKey: s3,
  apiSecret: s3,
  clientId: dropbox,
  clientSecret: dropbox,
  username: webdav('the user of the credential is signed in, and no other'),
  password: keys('with an unknown key the password counts, and vice versa'),
  signIn: webdav('many simultaneous requests are all signed in'),
  token: signIns('a WebDAV credential with this sign-in needs only a token'),
  privateKey: keys('reads a key: %s'),
  passphrase: keys('reads a key: %s'),
  hostKey: shownBy('packages/connectors/src/sftp/sftp.test.ts')(
    'sends nothing to a server that shows a different key than before',
  ),
}

const box = shownBy('packages/connectors/src/box/box.test.ts')
const boxSignIn = box('with a wrong %s, an administrator is told which right to look for')
const boxFolder = box('saves into the folder of the credential, although the account sees the one above it')

export const boxClientEffects: Effects = {
  clientId: boxSignIn,
  clientSecret: boxSignIn,
  enterpriseId: boxSignIn,
  folderId: boxFolder,
}

export const boxEffects: Effects = {
  clientId: boxSignIn,
  clientSecret: boxSignIn,
  refreshToken: box('each refresh token is used once, also by calls at the same time and after a restart'),
  folderId: boxFolder,
}

const clio = shownBy('packages/connectors/src/clio/clio.test.ts')
const clioSignIn = clio('with a wrong %s, a person is told to sign in again')

export const clioEffects: Effects = {
  region: clio('a saved document has a link that opens it in the console of its region'),
  clientId: clioSignIn,
  clientSecret: clioSignIn,
  refreshToken: clioSignIn,
}

const filevine = shownBy('packages/connectors/src/filevine/filevine.test.ts')
const filevineBilling = shownBy('packages/connectors/src/filevine/billing.test.ts')
const filevineSignIn = filevine('with a wrong %s, an administrator is told what to check (%s)')
const billingItem = filevineBilling(
  'a saved document becomes a billing item, with the codes, the quantity, the rate and the time of the user',
)

export const filevineEffects: Effects = {
  baseUrl: filevine('the base URL decides which way of signing in counts'),
  apiKey: filevineSignIn,
  apiSecret: filevineSignIn,
  organizationId: filevine('of several organizations, the organization ID says which one'),
  createBillingItems: filevineBilling('items are made if the credential says so, and not otherwise (%s)'),
  billingItemTimeCode: billingItem,
  billingItemTimeCode2: billingItem,
  billingItemDescription: billingItem,
  billingItemQuantity: billingItem,
  billingItemRate: billingItem,
  billingItemUser: billingItem,
}

const smokeball = shownBy('packages/connectors/src/smokeball/smokeball.test.ts')
const smokeballSignIn = smokeball('a wrong %s is told')

export const smokeballEffects: Effects = {
  region: smokeball('each region has servers of its own'),
  apiKey: smokeballSignIn,
  clientId: smokeballSignIn,
  clientSecret: smokeballSignIn,
}
