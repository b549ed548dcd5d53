import { type Effects, shownBy } from './effect.ts'

const wrong = 'with %s, the test of the credential says what is wrong'

const imanage = shownBy('packages/connectors/src/imanage/imanage.test.ts')
const imanageWrong = imanage(wrong)
const imanageProfile = shownBy('packages/connectors/src/imanage/profile.test.ts')(
  'a document has the author, class and subclass of the credential',
)

/** The settings of iManage, in the cloud and on premises. */
export const imanageEffects: Effects = {
  baseUrl: imanage('a saved document has a link that opens it in iManage'),
  customerId: imanage('without an answer about the account, the customer ID that was entered is used'),
  database: imanageWrong,
  clientId: imanageWrong,
  clientSecret: imanageWrong,
  username: imanageWrong,
  password: imanage('a wrong password is told by an older server as well'),
  authorField: imanageProfile,
  documentClass: imanageProfile,
  documentSubclass: imanageProfile,
  folderId: imanage('the folder of a credential may be a workspace'),
}

const netdocuments = shownBy('packages/connectors/src/netdocuments/netdocuments.test.ts')
const netdocumentsWrong = netdocuments(wrong)

export const netdocumentsClientEffects: Effects = {
  region: netdocuments('each region has hosts of its own, and a cabinet is one root in all of them'),
  repository: netdocuments('with a cabinet of another repository, the test of the credential of a person says so'),
  cabinet: netdocumentsWrong,
  clientId: netdocumentsWrong,
  clientSecret: netdocumentsWrong,
  keyAttribute: shownBy('packages/connectors/src/netdocuments/copy-keys.test.ts')(
    'with an attribute for keys, a document that was saved stays the copy, also when it was rewritten since',
  ),
}

export const netdocumentsCloudEffects: Effects = {
  ...netdocumentsClientEffects,
  refreshToken: netdocuments('with a refreshToken that was revoked, the test of the credential says to sign in again'),
}
