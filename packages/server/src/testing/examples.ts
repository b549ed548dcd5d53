import type { Field } from '@courtcrier/contract/fields/field.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { expect } from 'vitest'
import type { ApiAnswer, TestApi, TestRole } from './api.ts'

/** A text that no answer may ever contain. */
export const secretValue = 'never-to-be-told'

/** Creates rows of any resource, with the records they refer to. */
export interface Examples {
  /** Returns a body with every required field, and with the fields named in `also`. */
  inputFor: (resource: Resource, also?: readonly string[]) => Promise<AnyRow>
  create: (name: string, as?: TestRole) => Promise<{ body: AnyRow; answer: ApiAnswer }>
  idOfNew: (name: string) => Promise<string>
  /** Returns a value of the field: for a reference, that of a new record. */
  valueOf: (field: Field) => Promise<unknown>
  /** Removes what a row had to have when it was created, and what would keep it from being deleted. */
  leave: (resource: Resource, body: AnyRow) => Promise<void>
}

/** Returns examples for firm 1 of an API. */
export function makeExamples(api: TestApi): Examples {
  const extras = extrasOf((name) => idOfNew(name))
  let count = 0

  async function inputFor(resource: Resource, also: readonly string[] = []): Promise<AnyRow> {
    const input: AnyRow = {}
    for (const [key, field] of Object.entries(resource.fields)) {
      const isNamed = also.includes(key)
      if (field.readOnly || (field.default !== undefined && !isNamed)) continue
      if (isNamed || field.required || field.given || field.minItems || field.kind === 'secret')
        input[snakeCase(key)] = await valueFor(field)
    }
    return { ...input, ...(await extras[resource.name]?.()) }
  }

  async function valueFor(field: Field): Promise<unknown> {
    count += 1
    const plain = plainValue(field, count)
    if (plain !== undefined) return plain
    if (!field.resource) return `Value ${count}`
    // A new role needs a user, and a new user needs a role; an existing role breaks the cycle.
    if (field.resource === 'user_security_role') return api.firms[1].roleIds['View Only']
    // The list of all credentials is read-only; each is created as one of the kinds.
    const made = field.resource === 'credential' ? 'generic_credential' : field.resource
    const id = field.idKind === 'text' ? 'cand' : await idOfNew(made)
    return field.kind === 'referenceList' ? [id] : id
  }

  async function create(name: string, as: TestRole = 'Administrator') {
    const body = await inputFor(getResource(name))
    return { body, answer: await api.call({ as, method: 'POST', url: `/api/v1/${name}`, body }) }
  }

  async function idOfNew(name: string): Promise<string> {
    const { answer, body } = await create(name)
    expect(answer.status, `${name}: ${answer.text}`).toBe(201)
    await leave(getResource(name), body)
    return String(answer.json().id)
  }

  async function leave({ name }: Resource, body: AnyRow): Promise<void> {
    if (name === 'user_security_role') await leaveRole(api, body.user_ids as string[])
  }

  return { inputFor, create, idOfNew, valueOf: valueFor, leave }
}

/** Secrets that must be keys, which no made-up value is. */
const noKeys = { service_account_key: null, client_certificate: null }

function plainValue(field: Field, count: number): unknown {
  if (field.kind === 'secret') return secretValue
  if (field.kind === 'email') return `person${count}@one.example`
  if (field.kind === 'number') return field.min ?? 1
  if (field.kind === 'select') return field.values?.[0]
  if (field.kind === 'timeZone') return 'America/New_York'
  if (field.kind === 'boolean') return field.default !== true
  if (field.kind === 'date') return `2026-01-${10 + (count % 18)}`
  if (field.kind === 'timestamp') return `2026-01-${10 + (count % 18)}T09:00:00.000Z`
  if (field.kind === 'timeOfDay') return '07:05'
  if (field.kind === 'emailList') return [`person${count}@one.example`]
  if (field.kind === 'domainList') return [`d${count}.example`]
  if (field.kind === 'map') return { name: `Value ${count}` }
  if (field.kind === 'textList') return [field.values?.[0] ?? `Value ${count}`]
  if (field.patternCode === 'not_custom_field') return `X${count}__c`
  if (field.patternCode === 'not_issuer') return `https://x${count}.example`
  if (field.patternCode === 'not_url') return `https://x${count}.example`
  if (field.patternCode === 'not_topic') return `arn:aws:sns:us-east-1:123456789012:x${count}`
  if (field.patternCode === 'not_imap_server') return `imaps://x${count}.example`
  if (field.patternCode === 'not_smtp_server') return `smtps://x${count}.example`
  return undefined
}

/** Removes the users that a role had to have when it was created. */
async function leaveRole(api: TestApi, userIds: readonly string[]): Promise<void> {
  const body = { security_role_id: api.firms[1].roleIds['View Only'] }
  for (const id of userIds) {
    const answer = await api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/user/${id}`, body })
    expect(answer.status, answer.text).toBe(200)
  }
}

/**
 * Returns values that a new row needs besides its required fields, because a rule across several fields requires one of
 * them.
 */
function extrasOf(
  idOfNew: (name: string) => Promise<string>,
): Readonly<Record<string, () => Promise<AnyRow> | AnyRow>> {
  return {
    auto_case_creation: () => ({ party_email_domains: ['one.example'] }),
    notification_rule: () => ({ template: 'event contains "Value"', include_emails: ['clerk@one.example'] }),
    ethical_wall: async () => ({ client_id: await idOfNew('client') }),
    generic_credential: () => ({ folder_id: '/store' }),
    sharepoint_server_credential: () => ({ base_url: 'https://sharepoint.one.example/sites/x', username: 'u' }),
    imanage_server_credential: () => ({
      ...{ base_url: 'https://imanage.one.example', customer_id: 1, database: 'ACTIVE', client_id: 'x', username: 'u' },
      ...{ author_field: 'DHARLAN', document_class: 'COURT', document_subclass: 'NOTICE' },
    }),
    // Nothing is sent to this machine's own addresses.
    identity_provider: () => ({
      ...{
        protocol: 'OIDC',
        client_id: 'courtcrier',
        client_secret: 'x',
        issuer: 'https://127.0.0.1:9',
        scopes: 'openid email profile',
        metadata: null,
      },
      ...{ groups_claim: 'groups', group_roles: ['Staff = Manager'] },
    }),
    saved_view: () => ({ entity: 'case' }),
    mailbox: () => ({ service: 'PASSWORD', server: 'imaps://imap.one.example', ...noKeys }),
    mail_sender: () => ({ service: 'PASSWORD', server: 'smtps://smtp.one.example', is_active: false, ...noKeys }),
    notice_format: () => ({
      sender_domains: ['county.example'],
      subject_patterns: ['Filing in {docket number}'],
      ecfx_jurisdiction_id: 'cand',
      docket_number_labels: ['Case No.'],
      event_labels: ['Event'],
      link_words: ['view'],
      link_hosts: ['docs.county.example'],
    }),
    // Nothing is sent there before someone is notified.
    timekeeper_group: () => ({
      chat_service: 'SLACK',
      chat_url: `https://hooks.slack.com/services/T0/B0/${secretValue}`,
    }),
    user_security_role: async () => ({ user_ids: [await idOfNew('user')] }),
  }
}
