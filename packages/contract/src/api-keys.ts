import {
  type AccessType,
  type Grant,
  intersectRoles,
  type PermissionSubject,
  permissionSubjects,
  type Role,
  subjectAccess,
} from './access.ts'
import { credentialSubjects } from './credential-kinds.ts'
import { rankOf } from './role-rules.ts'

/**
 * What a key is for: a program of the firm, an agent of the firm's own that saves to the DMS, imports by the firm itself,
 * an identity provider that provisions users, enrolling an agent of ours, or that agent's work.
 */
export const keyKinds = ['key', 'agent', 'import', 'provisioning', 'agent_enrollment', 'enrolled_agent'] as const
export type KeyKind = (typeof keyKinds)[number]
/** Kinds of keys that are managed with the agents of the firm, and not listed as keys. */
export const agentKinds = ['agent_enrollment', 'enrolled_agent'] as const satisfies readonly KeyKind[]
export type AgentKeyKind = (typeof agentKinds)[number]
/** Kinds of keys that are the firm's: they have no owner, and no access to records. */
const ofFirm: ReadonlySet<KeyKind> = new Set<KeyKind>(['import', 'provisioning', ...agentKinds])

/** Returns whether keys of a kind belong to a user, whose rights limit them. */
export function isOwnedKind(kind: KeyKind): boolean {
  return !ofFirm.has(kind)
}

/** The access of a key to a subject; one it doesn't name is denied. */
export const keyAccess = ['READ', 'FULL'] as const
export type KeyAccess = (typeof keyAccess)[number]
export type KeyScopes = Readonly<Partial<Record<PermissionSubject, KeyAccess>>>

/** Lifetimes in days. Everything a program holds for longer is forgotten by the people who gave it. */
export const keyDays = { usual: 90, most: 365 } as const
/** How long the former secret may go on working after a rotation, in hours. */
export const overlapHours = { usual: 24, most: 7 * 24 } as const
export const mostKeysOfUser = 50
export const mostNetworks = 50

/**
 * What a key may read, but never change: who may sign in, what people may do, and where documents and events go are for
 * people to decide.
 */
const forPeople: ReadonlySet<string> = new Set<PermissionSubject>([
  'user',
  'user_security_role',
  'ethical_wall',
  'firm',
  'webhook',
  'credential',
  ...credentialSubjects,
])

/** Returns the most a key may have of a subject, whatever its owner's role. */
export function mostOfKey(subject: PermissionSubject): KeyAccess {
  return forPeople.has(subject) ? 'READ' : 'FULL'
}

/** Returns the most a key of someone with this role may have of a subject; undefined if the role denies it. */
export function offeredAccess(subject: PermissionSubject, role: Role): KeyAccess | undefined {
  const access = subjectAccess(subject, role)
  if (access === 'DENY') return undefined
  return access === 'FULL' ? mostOfKey(subject) : 'READ'
}

export const keyPresets = ['read', 'full', 'agent'] as const
export type KeyPreset = (typeof keyPresets)[number]

/** What the agent of a DMS needs: the documents, where they belong, and to record where they were saved. */
const ofAgent: KeyScopes = {
  document: 'READ',
  document_copy: 'READ',
  envelope: 'READ',
  case: 'READ',
  matter: 'READ',
  client: 'READ',
  storage_policy: 'READ',
}

/** Returns the scopes of a preset, as far as the role has them. */
export function presetScopes(preset: KeyPreset, role: Role): KeyScopes {
  const entries = permissionSubjects.flatMap((subject): [PermissionSubject, KeyAccess][] => {
    const offered = offeredAccess(subject, role)
    const wanted = preset === 'agent' ? ofAgent[subject] : preset === 'read' ? 'READ' : offered
    if (!offered || !wanted) return []
    return [[subject, rankOf(wanted) > rankOf(offered) ? offered : wanted]]
  })
  return Object.fromEntries(entries)
}

/** Returns the first scope beyond what a key of someone with this role may have. */
export function excessScope(
  scopes: KeyScopes,
  role: Role,
): { subject: PermissionSubject; access: KeyAccess } | undefined {
  for (const subject of permissionSubjects) {
    const access = scopes[subject]
    if (access && rankOf(access) > rankOf(offeredAccess(subject, role) ?? 'DENY')) return { subject, access }
  }
  return undefined
}

/**
 * Returns what a request with a key may do: what the scopes and the owner's role both allow, including single fields.
 * It is no administrator's role, and has the key's ID, so that nothing takes it for the owner's own.
 */
export function narrowToKey(role: Role, key: { id: string; scopes: KeyScopes }): Role {
  const grants = permissionSubjects.map((subject): [string, Grant] => [
    subject,
    { access: atMost(key.scopes[subject], mostOfKey(subject)), fields: {} },
  ])
  const scoped: Role = { id: key.id, name: role.name, isSystemDefined: false, grants: Object.fromEntries(grants) }
  return intersectRoles(role, scoped)
}

function atMost(access: KeyAccess | undefined, most: KeyAccess): AccessType {
  if (!access) return 'DENY'
  return most === 'READ' ? 'READ' : access
}
