import { credentialKinds, kindsWithAgent } from '../../packages/contract/src/credential-kinds.ts'
import type { Resource } from '../../packages/contract/src/resource.ts'
import { findResource } from '../../packages/contract/src/resources/registry.ts'
import {
  agentEffects,
  boxClientEffects,
  boxEffects,
  clioEffects,
  everyCredentialEffects,
  filevineEffects,
  genericCredentialEffects,
  smokeballEffects,
} from './credentials.ts'
import { litifyEffects, sharepointEffects, sharepointServerEffects } from './dms-credentials.ts'
import { imanageEffects, netdocumentsClientEffects, netdocumentsCloudEffects } from './document-systems.ts'
import type { Effects } from './effect.ts'
import { firmEffects } from './firm.ts'
import { handlingEffects } from './handling.ts'
import { mailSenderEffects } from './mail-sender.ts'
import { mailboxEffects } from './mailbox.ts'
import { neosEffects, restEffects } from './rest-credentials.ts'
import { identityProviderEffects } from './sign-on.ts'

// What each setting does, by the test that shows it: a setting without an effect misleads the firm that sets it. A new
// setting needs a row here, or isn't offered yet.

const credentialEffects: Readonly<Record<string, Effects>> = {
  generic_credential: { ...genericCredentialEffects, ...restEffects },
  box_client_credential: boxClientEffects,
  box_credential: boxEffects,
  clio_credential: clioEffects,
  filevine_credential: filevineEffects,
  smokeball_credential: smokeballEffects,
  imanage_cloud_credential: imanageEffects,
  imanage_server_credential: imanageEffects,
  netdocuments_client_credential: netdocumentsClientEffects,
  netdocuments_cloud_credential: netdocumentsCloudEffects,
  sharepoint_online_credential: sharepointEffects,
  sharepoint_server_credential: sharepointServerEffects,
  litify_credential: litifyEffects,
  neos_credential: neosEffects,
}

/** The settings of each resource, with the test that shows their effect. */
export const effects: Readonly<Record<string, Effects>> = {
  firm: firmEffects,
  mailbox: mailboxEffects,
  mail_sender: mailSenderEffects,
  identity_provider: identityProviderEffects,
  ...handlingEffects,
  ...Object.fromEntries(
    credentialKinds.map((kind) => [
      kind,
      {
        ...everyCredentialEffects,
        ...(kindsWithAgent.includes(kind) ? agentEffects : {}),
        ...credentialEffects[kind],
      },
    ]),
  ),
}

/** Returns the test files that show the effects, each once. */
export function effectFiles(): string[] {
  const rows = Object.values(effects).flatMap((ofFields) => Object.values(ofFields))
  return [...new Set(rows.map(([file]) => file))].sort()
}

/** Returns the keys of a resource's fields that a person may set to have something done. */
export function settingsOf(name: string): string[] {
  const { title, fields } = resourceOf(name)
  // What a record is called says nothing about what is done with it.
  const labels = ['description', ...(title === 'name' ? ['name'] : [])]
  return Object.entries(fields).flatMap(([key, field]) =>
    field.readOnly || field.isForPrograms || labels.includes(key) ? [] : key,
  )
}

function resourceOf(name: string): Resource {
  const resource = findResource(name)
  if (!resource) throw new Error(`there is no resource ${name}`)
  return resource
}
