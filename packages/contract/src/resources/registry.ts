import type { Resource } from '../resource.ts'
import { courtCase } from './case.ts'
import { client } from './client.ts'
import { delivery } from './delivery.ts'
import { courtDocument } from './document.ts'
import { documentCopy } from './document-copy.ts'
import { ecfxJurisdiction } from './ecfx-jurisdiction.ts'
import { envelope } from './envelope.ts'
import { firm } from './firm.ts'
import { inboxItem } from './inbox-item.ts'
import { judge } from './judge.ts'
import { jurisdiction } from './jurisdiction.ts'
import { matter } from './matter.ts'
import { noticeFormat } from './notice-format.ts'
import { storagePolicy } from './storage-policy.ts'
import { systemEvent } from './system-event.ts'
import { timekeeper } from './timekeeper.ts'
import { user } from './user.ts'
import { userSecurityRole } from './user-security-role.ts'

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
]

const byName: ReadonlyMap<string, Resource> = new Map(resources.map((resource) => [resource.name, resource]))

export function findResource(name: string): Resource | undefined {
  return byName.get(name)
}

/** The resource of this name. Throws when there is none: the caller's name is a constant of the program. */
export function getResource(name: string): Resource {
  const resource = byName.get(name)
  if (!resource) throw new Error(`there is no resource named ${name}`)
  return resource
}
