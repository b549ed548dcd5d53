import { secret } from './fields/secret.ts'
import { select } from './fields/select.ts'
import { text } from './fields/text.ts'

/** The settings of NetDocuments, for any kind of sign-in. */
export const netdocumentsSettings = {
  region: select(20, ['US', 'EU', 'AU', 'DE', 'CA', 'UK'], {
    directs: 'to',
    directsSecrets: true,
    required: true,
    default: 'US',
    help: "Where the firm's repository is: the address of NetDocuments names it.",
  }),
  repository: text(21, { required: true, directs: 'to', max: 60, help: 'Its ID, such as CA-AB12CD34.' }),
  cabinet: text(22, {
    required: true,
    directs: 'to',
    max: 60,
    help: "Its ID, such as NG-AB12CD34. If it has workspaces, the first two folders of a storage policy's path are the keys of the client and the matter.",
  }),
  clientId: text(23, {
    required: true,
    max: 200,
    help: 'Of the application that NetDocuments gave the firm.',
  }),
  clientSecret: secret(24, {
    required: true,
    max: 500,
    help: 'Of the same application. The account that it signs in with has to be a member of the cabinet, with the right to create folders and documents.',
  }),
  keyAttribute: text(26, {
    max: 120,
    help: "The name or number of a profile attribute that holds each copy's key, by which the next attempt finds a copy. It must be a text attribute of the cabinet that nothing else uses: an administrator adds it in NetDocuments under Profile Attributes of the repository. Without one, documents of the same name are compared.",
  }),
}
