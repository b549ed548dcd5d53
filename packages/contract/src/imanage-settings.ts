import { webAddress } from './credential-definition.ts'
import { number } from './fields/number.ts'
import { secret } from './fields/secret.ts'
import { text } from './fields/text.ts'

/** The settings of iManage Work, in the cloud or on premises. */
export const imanageSettings = {
  baseUrl: text(20, {
    required: true,
    ...webAddress,
    help: 'The address of any page of iManage Work, such as https://cloudimanage.com. Only its server counts.',
  }),
  customerId: number(21, {
    required: true,
    directs: 'to',
    min: 1,
    help: "The firm's customer number at iManage. If iManage reports another one for the account, that one is used.",
  }),
  database: text(22, {
    required: true,
    directs: 'to',
    max: 120,
    label: 'Library',
    help: 'Its name in iManage, such as ACTIVE.',
  }),
  clientId: text(23, {
    required: true,
    directs: 'to',
    max: 200,
    help: 'In the iManage Control Center, under Applications. Servers before 10.3 have none: enter anything there.',
  }),
  clientSecret: secret(24, {
    required: true,
    max: 500,
    help: 'In the iManage Control Center, with the client ID.',
  }),
  username: text(25, {
    required: true,
    directs: 'to',
    max: 200,
    help: 'An account that signs in with a password of its own, without single sign-on.',
  }),
  password: secret(26, {
    required: true,
    max: 500,
    help: 'Of this account, which needs access to the workspaces or the folder, with the right to create folders and documents.',
  }),
  authorField: text(27, { required: true, max: 120, help: 'The user ID that documents have as their author.' }),
  documentClass: text(28, {
    required: true,
    max: 120,
    help: 'The ID of the class that documents have, such as COURT.',
  }),
  documentSubclass: text(29, { required: true, max: 120, help: 'The ID of a subclass of this class.' }),
  folderId: text(30, {
    directs: 'to',
    max: 120,
    label: 'Folder ID',
    help: "Where documents are saved, such as ACTIVE!987. Without it, the first folder of a storage policy's path is the name of a workspace.",
  }),
}
