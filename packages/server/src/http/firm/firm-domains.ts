import { subjectAccess } from '@courtcrier/contract/access.ts'
import {
  checkMailDomain,
  listMailDomains,
  type MailDomain,
  removeMailDomain,
  startMailDomain,
} from '@courtcrier/contract/calls/settings.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '../../auth/authenticate.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import { describeSpace } from '../../mail/address-space.ts'
import { openResolver } from '../../mail/dns-gateway.ts'
import { checkProof, type FirmDomain, listDomains, proofRecord, startProof } from '../../mail/domain-proof.ts'
import { takeSpace } from '../../mail/own-domains.ts'
import type { Caller } from '../../records/caller.ts'
import { serveCall } from '../server/serve-call.ts'
import { recordFirmChange, refuseUnlessFull } from './firm-change.ts'

type DomainDeps = Pick<Services, 'config' | 'database'>

/** The firm's own mail domains: listing them, and verifying one by a DNS record. */
export function firmDomainRoutes(api: FastifyInstance, deps: DomainDeps): void {
  const { database } = deps
  serveCall(api, listMailDomains, async ({ request }) => {
    const caller = callerOf(request)
    if (subjectAccess(firm.subject, caller.role) === 'DENY') throw new ApiError('forbidden')
    const rows = await withFirm(database, caller.firmId, (trx) => listDomains(trx, caller.firmId))
    return { domains: rows.map(domainJson) }
  })
  serveCall(api, startMailDomain, async ({ body, request }) => {
    const caller = demandFull(request)
    return domainJson(await withFirmWrite(database, caller.firmId, (trx) => addDomain(trx, caller, body.domain)))
  })
  serveCall(api, checkMailDomain, async ({ params, request }) => {
    const caller = demandFull(request)
    return domainJson(demandRow(await check(deps, caller, params.id)))
  })
  serveCall(api, removeMailDomain, async ({ params, request }) => {
    const caller = demandFull(request)
    await withFirmWrite(database, caller.firmId, (trx) => removeDomain(trx, caller, params.id))
  })
}

function demandFull(request: FastifyRequest): Caller {
  const caller = callerOf(request)
  refuseUnlessFull(caller)
  return caller
}

function demandRow(row: FirmDomain | undefined): FirmDomain {
  if (!row) throw new ApiError('not_found', { sentence: "The firm doesn't have this domain." })
  return row
}

async function addDomain(trx: Trx, caller: Caller, domain: string): Promise<FirmDomain> {
  const { firmId } = caller
  const started = await startProof(trx, { firmId, text: domain })
  if ('sentence' in started) throw new ApiError('invalid_input', { sentence: started.sentence })
  const row = demandRow((await listDomains(trx, firmId)).find(({ id }) => id === started.id))
  await recordFirmChange(trx, caller, { sentence: `Verification of the mail domain ${row.domain} was started.` })
  return row
}

function check({ config, database }: DomainDeps, caller: Caller, id: string): Promise<FirmDomain | undefined> {
  const onProved = (trx: Trx, { domain }: FirmDomain) =>
    recordFirmChange(trx, caller, { sentence: `The mail domain ${domain} was verified by its DNS record.` })
  // A new resolver, so that the result of an earlier check isn't cached.
  const resolve = openResolver(config.dnsGateway)
  return checkProof({ database, resolve, onProved }, { firmId: caller.firmId, id })
}

/** A grant by the operator stays until the operator revokes it. */
async function removeDomain(trx: Trx, caller: Caller, id: string): Promise<void> {
  const { firmId } = caller
  const row = demandRow((await listDomains(trx, firmId)).find((each) => each.id === id))
  if (row.givenBy !== 'dns')
    throw new ApiError('wrong_state', {
      sentence: "This was assigned by this server's operator, who can also revoke it.",
    })
  const space = { domain: row.domain, ...(row.localPart === null ? {} : { localPart: row.localPart }) }
  const refusal = await takeSpace(trx, { firmId, space })
  if (refusal !== undefined) throw new ApiError('wrong_state', { sentence: refusal })
  await recordFirmChange(trx, caller, { sentence: `The mail domain ${describeSpace(space)} was removed.` })
}

function domainJson(row: FirmDomain): MailDomain {
  const record = row.token === null ? undefined : proofRecord(row)
  return {
    id: row.id,
    name: row.localPart === null ? row.domain : `${row.localPart}@${row.domain}`,
    given_by: row.givenBy,
    record_name: record?.name ?? null,
    record_value: record?.value ?? null,
    proved_at: row.provedAt?.toISOString() ?? null,
    checked_at: row.checkedAt?.toISOString() ?? null,
    problem: row.problem,
  }
}
