import type { Behaviour } from './behaviour.ts'
import { caseBehaviour } from './cases.ts'
import { courtBehaviour } from './ecfx-jurisdictions.ts'
import { matterBehaviour } from './matters.ts'
import { noticeFormatBehaviour } from './notice-formats.ts'
import { storagePolicyBehaviour } from './storage-policies.ts'
import { systemEventBehaviour } from './system-events.ts'
import { roleBehaviour } from './user-security-roles.ts'
import { userBehaviour } from './users.ts'

/** Behaviour beyond the definition, by resource name; most resources have none. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  case: caseBehaviour,
  matter: matterBehaviour,
  user: userBehaviour,
  user_security_role: roleBehaviour,
  storage_policy: storagePolicyBehaviour,
  notice_format: noticeFormatBehaviour,
  system_event: systemEventBehaviour,
  ecfx_jurisdiction: courtBehaviour,
}

export function behaviourOf(resource: { name: string }): Behaviour {
  return behaviours[resource.name] ?? {}
}
