import { webAddress } from './credential-definition.ts'
import { number } from './fields/number.ts'
import { secret } from './fields/secret.ts'
import { text } from './fields/text.ts'

/** The settings of iManage Work, in the cloud or on premises. */
export const imanageSettings = {
  baseUrl: text(20, { required: true, ...webAddress }),
  customerId: number(21, { required: true, min: 1 }),
  database: text(22, { required: true, max: 120, label: 'Library' }),
  clientId: text(23, { required: true, max: 200 }),
  clientSecret: secret(24, { required: true, max: 500 }),
  username: text(25, { required: true, max: 200 }),
  password: secret(26, { required: true, max: 500 }),
  authorField: text(27, { required: true, max: 120 }),
  documentClass: text(28, { required: true, max: 120 }),
  documentSubclass: text(29, { required: true, max: 120 }),
  folderId: text(30, { max: 120, label: 'Folder id' }),
}
