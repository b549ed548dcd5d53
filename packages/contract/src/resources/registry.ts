import type { Resource } from '../resource.ts'
import { abbreviation } from './abbreviation.ts'
import { areaOfLaw } from './area-of-law.ts'
import { autoCaseCreation } from './auto-case-creation.ts'
import { boxClientCredential } from './box-client-credential.ts'
import { boxCredential } from './box-credential.ts'
import { courtCase } from './case.ts'
import { client } from './client.ts'
import { clioCredential } from './clio-credential.ts'
import { credential } from './credential.ts'
import { delivery } from './delivery.ts'
import { department } from './department.ts'
import { courtDocument } from './document.ts'
import { documentCopy } from './document-copy.ts'
import { documentProcessing } from './document-processing.ts'
import { ecfxJurisdiction } from './ecfx-jurisdiction.ts'
import { emailTemplate } from './email-template.ts'
import { envelope } from './envelope.ts'
import { ethicalWall } from './ethical-wall.ts'
import { filevineCredential } from './filevine-credential.ts'
import { firm } from './firm.ts'
import { genericCredential } from './generic-credential.ts'
import { identityProvider } from './identity-provider.ts'
import { ignoredCase } from './ignored-case.ts'
import { imanageCloudCredential } from './imanage-cloud-credential.ts'
import { imanageServerCredential } from './imanage-server-credential.ts'
import { importRun } from './import-run.ts'
import { inboxItem } from './inbox-item.ts'
import { judge } from './judge.ts'
import { jurisdiction } from './jurisdiction.ts'
import { jurisdictionGroup } from './jurisdiction-group.ts'
import { jurisdictionPreference } from './jurisdiction-preference.ts'
import { litifyCredential } from './litify-credential.ts'
import { location } from './location.ts'
import { mailSender } from './mail-sender.ts'
import { mailbox } from './mailbox.ts'
import { matter } from './matter.ts'
import { neosCredential } from './neos-credential.ts'
import { netdocumentsClientCredential } from './netdocuments-client-credential.ts'
import { netdocumentsCloudCredential } from './netdocuments-cloud-credential.ts'
import { noticeFormat } from './notice-format.ts'
import { notificationRule } from './notification-rule.ts'
import { practiceGroup } from './practice-group.ts'
import { savedView } from './saved-view.ts'
import { sharepointOnlineCredential } from './sharepoint-online-credential.ts'
import { sharepointServerCredential } from './sharepoint-server-credential.ts'
import { signIn } from './sign-in.ts'
import { smokeballCredential } from './smokeball-credential.ts'
import { storagePolicy } from './storage-policy.ts'
import { systemEvent } from './system-event.ts'
import { timekeeper } from './timekeeper.ts'
import { timekeeperGroup } from './timekeeper-group.ts'
import { user } from './user.ts'
import { userSecurityRole } from './user-security-role.ts'
import { webhook } from './webhook.ts'

/** Every resource. The order is that of the emitted `.proto` file. */
export const resources: readonly Resource[] = [
  firm,
  user,
  userSecurityRole,
  timekeeper,
  client,
  matter,
  courtCase,
  judge,
  jurisdiction,
  ecfxJurisdiction,
  storagePolicy,
  noticeFormat,
  inboxItem,
  envelope,
  courtDocument,
  delivery,
  documentCopy,
  systemEvent,
  department,
  location,
  practiceGroup,
  areaOfLaw,
  timekeeperGroup,
  jurisdictionGroup,
  jurisdictionPreference,
  autoCaseCreation,
  ignoredCase,
  notificationRule,
  emailTemplate,
  documentProcessing,
  webhook,
  ethicalWall,
  abbreviation,
  credential,
  filevineCredential,
  boxClientCredential,
  boxCredential,
  sharepointOnlineCredential,
  sharepointServerCredential,
  clioCredential,
  smokeballCredential,
  netdocumentsClientCredential,
  netdocumentsCloudCredential,
  litifyCredential,
  neosCredential,
  imanageCloudCredential,
  imanageServerCredential,
  genericCredential,
  importRun,
  savedView,
  mailbox,
  mailSender,
  identityProvider,
  signIn,
]

const byName: ReadonlyMap<string, Resource> = new Map(resources.map((resource) => [resource.name, resource]))

export function findResource(name: string): Resource | undefined {
  return byName.get(name)
}

/** Returns the resource of this name. Throws when there is none: the caller's name is a constant of the program. */
export function getResource(name: string): Resource {
  const resource = byName.get(name)
  if (!resource) throw new Error(`there is no resource named ${name}`)
  return resource
}
