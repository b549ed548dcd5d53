import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { findMisdirected, hasDirectedSecrets } from '@courtcrier/contract/secret-destination.ts'
import { type Behaviour, registerBehaviours } from '../records/behaviour.ts'
import { autoCaseCreationBehaviour } from './auto-case-creations.ts'
import { caseBehaviour } from './cases.ts'
import { checkFolder, credentialBehaviour, documentCopyBehaviour } from './credentials.ts'
import { documentProcessingBehaviour } from './document-processings.ts'
import { courtBehaviour } from './ecfx-jurisdictions.ts'
import { emailTemplateBehaviour } from './email-templates.ts'
import { caseOfFilingBehaviour, envelopeBehaviour } from './envelopes.ts'
import { ethicalWallBehaviour } from './ethical-walls.ts'
import { firmBehaviour } from './firm.ts'
import { identityProviderBehaviour } from './identity-providers.ts'
import { ignoredCaseBehaviour } from './ignored-cases.ts'
import { importRunBehaviour } from './import-runs.ts'
import { inboxItemBehaviour } from './inbox-items.ts'
import { jurisdictionBehaviour } from './jurisdictions.ts'
import { mailSenderBehaviour } from './mail-senders.ts'
import { mailboxBehaviour } from './mailboxes.ts'
import { matterBehaviour } from './matters.ts'
import { noticeFormatBehaviour } from './notice-formats.ts'
import { notificationRuleBehaviour } from './notification-rules.ts'
import { savedViewBehaviour } from './saved-views.ts'
import { signInBehaviour } from './sign-ins.ts'
import { storagePolicyBehaviour } from './storage-policies.ts'
import { systemEventBehaviour } from './system-events.ts'
import { timekeeperGroupBehaviour } from './timekeeper-groups.ts'
import { timekeeperBehaviour } from './timekeepers.ts'
import { roleBehaviour } from './user-security-roles.ts'
import { userBehaviour } from './users.ts'
import { webhookBehaviour } from './webhooks.ts'

/** Behaviour beyond the definition, by resource name; most resources have none. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  ...Object.fromEntries(credentialKinds.map((kind) => [kind, credentialBehaviour(kind)])),
  generic_credential: credentialBehaviour('generic_credential', checkFolder),
  auto_case_creation: autoCaseCreationBehaviour,
  delivery: caseOfFilingBehaviour,
  document: caseOfFilingBehaviour,
  document_copy: documentCopyBehaviour,
  document_processing: documentProcessingBehaviour,
  email_template: emailTemplateBehaviour,
  envelope: envelopeBehaviour,
  ethical_wall: ethicalWallBehaviour,
  firm: firmBehaviour,
  identity_provider: identityProviderBehaviour,
  ignored_case: ignoredCaseBehaviour,
  import_run: importRunBehaviour,
  inbox_item: inboxItemBehaviour,
  notification_rule: notificationRuleBehaviour,
  timekeeper: timekeeperBehaviour,
  timekeeper_group: timekeeperGroupBehaviour,
  saved_view: savedViewBehaviour,
  sign_in: signInBehaviour,
  case: caseBehaviour,
  jurisdiction: jurisdictionBehaviour,
  mailbox: mailboxBehaviour,
  mail_sender: mailSenderBehaviour,
  matter: matterBehaviour,
  user: userBehaviour,
  user_security_role: roleBehaviour,
  storage_policy: storagePolicyBehaviour,
  notice_format: noticeFormatBehaviour,
  system_event: systemEventBehaviour,
  ecfx_jurisdiction: courtBehaviour,
  webhook: webhookBehaviour,
}

// Adds the rule for every resource with secrets: a secret is sent only to the destination it was entered for.
registerBehaviours({
  ...behaviours,
  ...Object.fromEntries(
    resources
      .filter(hasDirectedSecrets)
      .map((resource) => [resource.name, withDirectedSecrets(resource, behaviours[resource.name] ?? {})]),
  ),
})

function withDirectedSecrets(resource: Resource, behaviour: Behaviour): Behaviour {
  return {
    ...behaviour,
    beforeSave: async (trx, save) => [
      ...((await behaviour.beforeSave?.(trx, save)) ?? []),
      ...findMisdirected(resource, { current: save.current, values: save.values }),
    ],
  }
}
