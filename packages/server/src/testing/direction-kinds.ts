import { sql } from 'kysely'
import type { TestRole } from './api.ts'
import { chatPath, type DirectedWorld, type Left } from './directed-world.ts'

/** A firm whose mail and documents are directed elsewhere. */
export interface Directed {
  world: DirectedWorld
  /** A timekeeper who receives everything. */
  ann: string
  /** The firm's DMS. */
  store: string
  /** The firm's storage policy and the additional ones it leads to. */
  chain: string[]
  /** The preference group that the timekeeper is in. */
  group: string
}

interface Made {
  /** The record to change what goes there, and the changes, one after another. */
  url?: string
  changes?: readonly object[]
}

/** Ways to direct something elsewhere. Each makes one whose place has this name. */
export const directionKinds = {
  rule: async (at: Directed, by: TestRole, name: string): Promise<Made> => {
    const { id } = await at.world.write(by, 'POST', 'notification_rule', {
      name,
      include_emails: [`${name}@out.example`],
    })
    return { url: `notification_rule/${id}`, changes: [{ template: 'court is "N.D. Cal."' }] }
  },
  firm: async (at: Directed, by: TestRole, name: string): Promise<Made> =>
    addToList(at, by, name, 'additional_receipt_emails'),
  errors: async (at: Directed, by: TestRole, name: string): Promise<Made> =>
    addToList(at, by, name, 'error_notification_emails'),
  failures: async (at: Directed, by: TestRole, name: string): Promise<Made> =>
    addToList(at, by, name, 'dms_failure_report_emails'),
  timekeeper: async (at: Directed, by: TestRole, name: string): Promise<Made> => {
    const [row] = await at.world.system(sql`select additional_receipt_emails as emails from timekeepers
      where id = ${at.ann}::uuid`)
    const emails = [...((row?.emails as string[] | undefined) ?? []), `${name}@out.example`]
    await at.world.write(by, 'PUT', `timekeeper/${at.ann}`, { additional_receipt_emails: emails })
    return {}
  },
  webhook: async (at: Directed, by: TestRole, name: string): Promise<Made> => {
    // Not those of copies, whose paths anyone who may see copies knows.
    const events = ['case.updated', 'delivery.sent', 'document.kept']
    const { id } = await at.world.write(by, 'POST', 'webhook', { name, url: `${at.world.hookUrl}/${name}/`, events })
    return { url: `webhook/${id}`, changes: [{ events: [...events, 'notice.processed'] }] }
  },
  storage: async (at: Directed, by: TestRole, name: string): Promise<Made> => {
    const credential = { name, driver: 'FILE_SYSTEM', folder_id: `/${name}` }
    const { id } = await at.world.write(by, 'POST', 'generic_credential', credential)
    const policy = await at.world.write(by, 'POST', 'storage_policy', { name, dms_credential_id: id })
    await at.world.write(by, 'PUT', `storage_policy/${at.chain.at(-1)}`, { additional_storage_policy_id: policy.id })
    at.chain.push(String(policy.id))
    return { url: `storage_policy/${policy.id}`, changes: [{ document_path: '{{ case.name }}/{{ filing.event }}' }] }
  },
  credential: async (at: Directed, by: TestRole, name: string): Promise<Made> => {
    const folder = { driver: 'FILE_SYSTEM', folder_id: `/${name}`, base_url: null, upload_path: null, read_path: null }
    await at.world.write(by, 'PUT', `generic_credential/${at.store}`, folder)
    return {}
  },
  host: async (at: Directed, by: TestRole, name: string): Promise<Made> => {
    const url = {
      base_url: `${at.world.hookUrl}/${name}`,
      upload_path: `/${name}/{path}`,
      read_path: `/${name}/{path}`,
    }
    await at.world.write(by, 'PUT', `generic_credential/${at.store}`, { driver: 'REST', folder_id: null, ...url })
    return {}
  },
  chat: async (at: Directed, by: TestRole, name: string): Promise<Made> => {
    const channel = { chat_service: 'SLACK', chat_url: `${at.world.hookUrl}${chatPath}${name}` }
    const url = `timekeeper_group/${at.group}`
    await at.world.write(by, 'PUT', url, channel)
    return { url, changes: [{ is_chat_active: false }, { is_chat_active: true }] }
  },
  reply: async (at: Directed, by: TestRole, name: string): Promise<Made> => {
    await at.world.write(by, 'PUT', 'firm/1', { reply_to_email: `${name}@out.example` })
    return {}
  },
  template: async (at: Directed, by: TestRole, name: string): Promise<Made> => {
    const body = `<img src="http://${name}.example/{{ case.name }}/{{ filing.event }}"><p>{{ case.name }}</p>`
    const { id } = await at.world.write(by, 'POST', 'email_template', { name, body })
    await at.world.write(by, 'PUT', 'firm/1', { default_email_template_id: id })
    return { url: `email_template/${id}`, changes: [{ subject: '{{ case.name }}' }] }
  },
}

/** Adds an address to one of the firm's lists. */
async function addToList({ world }: Directed, by: TestRole, name: string, list: string): Promise<Made> {
  const [row] = await world.system(sql`select ${sql.ref(list)} as emails from firms where firm_id = 1`)
  const emails = [...((row?.emails as string[] | undefined) ?? []), `${name}@out.example`]
  await world.write(by, 'PUT', 'firm/1', { [list]: emails })
  return {}
}

export type DirectionKind = keyof typeof directionKinds

/** What these set, of which the firm has one: the last that was set. */
export const settings: Readonly<Partial<Record<DirectionKind, string>>> = {
  credential: 'store',
  host: 'store',
  chat: 'channel',
  reply: 'reply address',
  template: 'template',
}

/** Of these, nothing need arrive: they tell of documents that couldn't be saved. */
export const mayBeSilent: readonly DirectionKind[] = ['failures']

/**
 * Returns what reaches the place of this name by something that left. Usually that is what is sent there; but an answer
 * quotes the email, and a picture reports its address.
 */
export function readAt(kind: DirectionKind, name: string): (left: Left) => string | undefined {
  return ({ by, to, text }) => {
    if (kind === 'reply') return by === 'mail' && text.includes(`${name}@out.example`) ? text : undefined
    if (kind !== 'template') return to.includes(name) ? text : undefined
    const addresses = by === 'mail' ? text.match(new RegExp(`http://${name}\\.example/[^"]*`, 'g')) : null
    return addresses?.join('\n')
  }
}
