import { isEmail } from '@courtcrier/contract/fields/email.ts'
import { validateValue } from '@courtcrier/contract/input.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, emptyRow, labelOf, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { rowFromGrants, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { defaultHierarchy } from '@courtcrier/contract/storage-levels.ts'
import { sql } from 'kysely'
import { ConfigError } from '../base/config.ts'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { columnValues } from '../base/db/rows.ts'
import type { Services } from '../base/services.ts'
import { spellOutAddress } from '../mail/address-space.ts'
import { giveAddresses } from '../mail/own-domains.ts'
import { hostName } from './firm-of-host.ts'
import { makePasswords, type Passwords, passwordProblem } from './passwords.ts'

export interface NewFirm {
  name: string
  /** The host names its console is reached under; needed as soon as there are several firms. */
  hostNames: readonly string[]
  adminEmail: string
  adminPassword: string
  /** The address is the name when absent. */
  adminName?: string
  /** The addresses courts send its notices to. They become the firm's own, so no other firm can have them. */
  incomingEmailAddresses?: readonly string[]
  /** Who is notified of errors, such as a mailbox that can't be read. */
  errorNotificationEmails?: readonly string[]
  /** Whole domains that become the firm's own as well. */
  domains?: readonly string[]
}

/** The IDs of what was created; those of the predefined roles are by name. */
export interface CreatedFirm {
  firmId: number
  adminId: string
  roleIds: Readonly<Record<string, string>>
  storagePolicyId: string
  /** The folder of this server, where the first policy saves documents. */
  dmsCredentialId: string
}

export type CreateFirmDeps = Pick<Services, 'database' | 'secrets'> & { passwords?: Passwords }

/**
 * Creates a firm with the next number, the predefined roles, a storage policy and its first administrator. Throws
 * `ConfigError` with a sentence if it can't.
 */
export async function createFirm(deps: CreateFirmDeps, input: NewFirm): Promise<CreatedFirm> {
  const hostNames = [...new Set(input.hostNames.map(hostName))]
  const problem = problemOf({ ...input, hostNames })
  if (problem !== undefined) throw new ConfigError(problem)
  const hash = await (deps.passwords ?? makePasswords()).hash(input.adminPassword, 'installation')
  return withSystem(deps.database, async (trx) => {
    // Two firms created simultaneously must not get the same number or host name.
    await sql`select pg_advisory_xact_lock(${sql.lit(firmNumberLock)})`.execute(trx)
    const taken = await takenHostName(trx, hostNames)
    if (taken !== undefined) throw new ConfigError(`The host name ${taken} belongs to another firm.`)
    return insertFirm(trx, deps, { ...input, hostNames, hash })
  })
}

/** Adds a user with a password, such as the first administrator and the people of a demo. */
export async function addUser(
  trx: Trx,
  deps: Pick<CreateFirmDeps, 'secrets'>,
  { firmId, values, hash }: { firmId: number; values: AnyRow; hash: string },
): Promise<string> {
  const id = newId()
  await insertRow(trx, deps, { resource: user, firmId, id, values })
  await sql`insert into user_secrets (firm_id, id, password_hash)
    values (${firmId}::integer, ${id}::uuid, ${hash})`.execute(trx)
  return id
}

/** Any number works, as long as every Courtcrier process uses the same one. */
const firmNumberLock = 7_620_195

function problemOf({
  name,
  hostNames,
  adminEmail,
  adminPassword,
  incomingEmailAddresses,
}: NewFirm): string | undefined {
  const refused = [
    refusalOf('name', name),
    refusalOf('hostNames', hostNames),
    refusalOf('incomingEmailAddresses', incomingEmailAddresses ?? []),
  ].find((sentence) => sentence !== undefined)
  if (refused !== undefined) return refused
  const wrongHost = hostNames.find((host) => !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host))
  if (wrongHost !== undefined) return `${wrongHost} isn't a host name; enter it without https:// and port.`
  if (!isEmail(adminEmail)) return `${adminEmail} isn't an email address.`
  const code = passwordProblem(adminPassword)
  return code && describeProblem(code)
}

function refusalOf(key: string, value: unknown): string | undefined {
  const field = firm.fields[key]
  const result = field ? validateValue(field, value) : undefined
  return result && 'code' in result ? `${labelOf(firm, key)}: ${describeProblem(result.code)}` : undefined
}

async function takenHostName(trx: Trx, hostNames: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ host: string }>`
    select host from firms, unnest(host_names) as host where host = any(${hostNames}::text[])`.execute(trx)
  return rows[0]?.host
}

async function insertFirm(trx: Trx, deps: CreateFirmDeps, made: NewFirm & { hash: string }): Promise<CreatedFirm> {
  const { rows } = await sql<{ next: number }>`select coalesce(max(id), 0) + 1 as next from firms`.execute(trx)
  const firmId = rows[0]?.next ?? 1
  const storagePolicyId = newId()
  const dmsCredentialId = await insertFolder(trx, deps, firmId)
  const policy = { ...firstPolicy, dmsCredentialId }
  await insertRow(trx, deps, { resource: storagePolicy, firmId, id: storagePolicyId, values: policy })
  const addresses = (made.incomingEmailAddresses ?? []).map(spellOutAddress)
  const refusal = await giveAddresses(trx, { firmId, addresses: [...addresses, ...(made.domains ?? [])] })
  if (refusal !== undefined) throw new ConfigError(refusal)
  const values = {
    name: made.name.trim(),
    hostNames: made.hostNames,
    storagePolicyId,
    storagePolicyHierarchy: defaultHierarchy,
    incomingEmailAddresses: addresses,
    errorNotificationEmails: made.errorNotificationEmails ?? [],
  }
  await insertRow(trx, deps, { resource: firm, firmId, id: String(firmId), values })
  const roleIds = await insertRoles(trx, deps, firmId)
  const admin = {
    email: made.adminEmail,
    fullName: made.adminName ?? made.adminEmail,
    securityRoleId: roleIds.Administrator,
  }
  const adminId = await addUser(trx, deps, { firmId, values: admin, hash: made.hash })
  await announce(trx, { firmId, entity: firm.name, ids: [String(firmId)] })
  return { firmId, adminId, roleIds, storagePolicyId, dmsCredentialId }
}

/** Inserts the folder of this server as a credential that policies can refer to. */
async function insertFolder(trx: Trx, deps: Pick<CreateFirmDeps, 'secrets'>, firmId: number): Promise<string> {
  const id = newId()
  const values = { name: 'Folder on this server', driver: 'FILE_SYSTEM', folderId: '/' }
  await insertRow(trx, deps, { resource: genericCredential, firmId, id, values })
  const entry = { name: values.name, kind: genericCredential.name }
  await insertRow(trx, deps, { resource: credential, firmId, id, values: entry })
  return id
}

/** Saves to the folder of this server, as policies do unless they say otherwise. */
const firstPolicy: AnyRow = { name: 'Firm folder' }

async function insertRoles(trx: Trx, deps: CreateFirmDeps, firmId: number): Promise<Record<string, string>> {
  const roleIds: Record<string, string> = {}
  for (const { name, isSystemDefined, grants } of systemRoles) {
    const id = newId()
    const values = { name, isSystemDefined, ...rowFromGrants(grants) }
    await insertRow(trx, deps, { resource: userSecurityRole, firmId, id, values })
    roleIds[name] = id
  }
  return roleIds
}

/**
 * Inserts a row, with the definition's defaults for values that aren't given. Not by the records' own write: a firm that is
 * being created has no one to notify, no webhook to call and no role yet, and its first rows refer to each other.
 */
async function insertRow(
  trx: Trx,
  deps: Pick<CreateFirmDeps, 'secrets'>,
  { resource, firmId, id, values }: { resource: Resource; firmId: number; id: string; values: AnyRow },
): Promise<void> {
  const columns = columnValues(resource, { ...emptyRow(resource), ...values }, { box: deps.secrets, isNew: true })
  const idType = sql.raw(resource.idKind === 'number' ? 'integer' : 'uuid')
  const names = ['firm_id', 'id', ...columns.keys()].map((name) => sql.ref(name))
  const parts = [sql`${firmId}::integer`, sql`${id}::${idType}`, ...columns.values()]
  await sql`insert into ${sql.table(tableOf(resource))} (${sql.join(names)}) values (${sql.join(parts)})`.execute(trx)
}
