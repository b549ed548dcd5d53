import { type Effects, shownBy } from './effect.ts'

const sharepoint = shownBy('packages/connectors/src/sharepoint/sharepoint.test.ts')
const wrong = sharepoint('what is wrong with the %s is told')

export const sharepointEffects: Effects = {
  baseUrl: wrong,
  tenantId: wrong,
  clientId: wrong,
  clientSecret: wrong,
  library: sharepoint('saves to the library %s, by its name or the one in its address'),
}

const sharepointServer = shownBy('packages/connectors/src/sharepoint-server/sharepoint-server.test.ts')
const wrongOnServer = sharepointServer('what is wrong with the %s is told')

export const sharepointServerEffects: Effects = {
  baseUrl: wrongOnServer,
  username: wrongOnServer,
  password: wrongOnServer,
  library: sharepointServer('saves to the library %s, by its title or its folder'),
}

const litify = shownBy('packages/connectors/src/litify/litify.test.ts')
const litifySignIn = litify('with a wrong %s, an administrator is told what the external client app needs')

export const litifyEffects: Effects = {
  baseUrl: litify('a file is part of its matter, its folders are in its title, and its link opens it in Lightning'),
  clientId: litifySignIn,
  clientSecret: litifySignIn,
  keyField: litify('with a field for keys, our own file is found by it, under whatever title, and only in its matter'),
}
