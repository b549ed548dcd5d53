import { ApiError } from '@courtcrier/contract/errors.ts'
import { readUuid } from '@courtcrier/contract/uuid.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Provisioner, Provisioning } from '../../auth/provisioning/provisioner.ts'
import { noteRefusal, ProvisioningRefusal } from '../../auth/provisioning/refusal.ts'
import { demandProvider } from '../../auth/provisioning/tokens.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirmRead } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { findFirmUrl } from '../../base/firm-url.ts'
import type { Services } from '../../base/services.ts'
import { versionOf } from './resource-json.ts'
import { ScimError, scimType } from './scim-error.ts'

export interface ScimDeps extends Pick<Services, 'database' | 'secrets' | 'config'> {
  now: () => Date
}

/** What a request of a provider works with. */
export interface ScimWork extends Provisioning {
  trx: Trx
  /** The base URL, without a slash at its end. */
  base: string
}

export const scimPath = '/scim/v2'

/** What one token may send: twice what providers do, which is 25 requests a second. */
export const limited = {
  config: {
    rateLimit: {
      ...{ max: 3000, timeWindow: '1 minute' },
      keyGenerator: ({ provisioner, ip }: FastifyRequest) => provisioner?.key.id ?? ip,
    },
  },
}

/** Returns the base URL to enter at a provider; it names the firm's console, whatever the Host header says. */
export async function scimBaseOf(trx: Trx, { config, firmId }: Pick<ScimDeps, 'config'> & { firmId: number }) {
  return `${await findFirmUrl(trx, { ...config, firmId })}${scimPath}`
}

/** Reads for a provider. */
export function reading<T>(
  deps: ScimDeps,
  request: FastifyRequest,
  run: (work: Pick<ScimWork, 'trx' | 'base' | 'provisioner'>) => Promise<T>,
): Promise<T> {
  const provisioner = provisionerOf(request)
  return withFirmRead(deps.database, provisioner.firmId, async (trx) =>
    run({ trx, base: await scimBaseOf(trx, { ...deps, ...provisioner }), provisioner }),
  )
}

/** Writes for a provider, one request after another. A refusal that is about a user is logged. */
export async function writing<T>(
  deps: ScimDeps,
  request: FastifyRequest,
  run: (work: ScimWork) => Promise<T>,
): Promise<T> {
  const provisioner = provisionerOf(request)
  const { firmId, providerId } = provisioner
  const now = deps.now()
  try {
    return await withFirmWrite(deps.database, firmId, async (trx) => {
      // The lock of sign-ins: neither two requests nor one and a first sign-in create a user twice.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-on:${firmId}:${providerId}`}, 0))`.execute(trx)
      const provider = await demandProvider(trx, provisioner, providerId)
      const base = await scimBaseOf(trx, { ...deps, firmId })
      return run({ trx, base, provisioner, provider, box: deps.secrets, now })
    })
  } catch (error) {
    if (error instanceof ProvisioningRefusal) await noteRefusal(deps.database, { provisioner, refusal: error, now })
    throw error
  }
}

function provisionerOf({ provisioner }: FastifyRequest): Provisioner {
  if (!provisioner) throw new ApiError('key_refused')
  return provisioner
}

/** Returns the ID in the address. Throws 404 for one that can't be any. */
export function idOf(request: FastifyRequest): string {
  const { id = '' } = request.params as { id?: string }
  const uuid = readUuid(id)
  if (uuid === undefined) throw missing(id)
  return uuid
}

export function missing(id: string): ScimError {
  return new ScimError(404, undefined, `There is no resource with the ID ${id.slice(0, 100)}.`)
}

/** Throws 412 if the resource has changed since the provider read it. */
export function refuseChanged(request: FastifyRequest, row: { updatedAt: Date }): void {
  const expected = request.headers['if-match']?.trim()
  if (expected === undefined || expected === '*') return
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  if (
    expected
      .split(',')
      .map(bare)
      .includes(bare(versionOf(row)))
  )
    return
  throw new ScimError(412, undefined, 'The resource has changed since it was read. Read it again.')
}

export function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.type(scimType).send(JSON.stringify(body))
}

export const mostResults = 200
const usualResults = 100

/** Some programs ask for as many as an integer of theirs can be. */
const mostCounted = 1_000_000_000

/** Reads which part of a list is wanted: `startIndex` counts from 1. */
export function readPage({ startIndex, count }: Readonly<Record<string, string>>) {
  const number = (text: string | undefined, usual: number, name: string) => {
    if (text === undefined || text === '') return usual
    if (!/^-?\d{1,15}$/.test(text)) throw new ScimError(400, 'invalidValue', `${name} must be a number.`)
    return Math.min(Number(text), mostCounted)
  }
  const start = Math.max(1, number(startIndex, 1, 'startIndex'))
  const limit = Math.min(mostResults, Math.max(0, number(count, usualResults, 'count')))
  return { offset: start - 1, limit }
}

export function listJson(resources: readonly object[], { total, offset }: { total: number; offset: number }): object {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
