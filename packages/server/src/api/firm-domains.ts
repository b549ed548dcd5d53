import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { describeSpace } from '../firm/address-space.ts'
import { checkProof, type FirmDomain, listDomains, proofRecord, startProof } from '../firm/domain-proof.ts'
import { takeSpace } from '../firm/own-domains.ts'
import { openResolver } from '../mail/dns-gateway.ts'
import { recordFirmChange, refuseUnlessFull } from './firm-change.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

type DomainDeps = Pick<Services, 'config' | 'database'>

/** The firm's own mail domains: which it has, and proving one by a DNS record. */
export function firmDomainRoutes(api: FastifyInstance, deps: DomainDeps): void {
  const { database } = deps
  api.get('/firm/domains', { config: { operation: operations.list } }, async (request) => {
    const caller = callerOf(request)
    if (subjectAccess(firm.subject, caller.role) === 'DENY') throw new ApiError('forbidden')
    const rows = await withFirm(database, caller.firmId, (trx) => listDomains(trx, caller.firmId))
    return { domains: rows.map(domainJson) }
  })
  api.post('/firm/domains', { config: { operation: operations.start } }, async (request, reply) => {
    const caller = demandFull(request)
    const row = await withFirm(database, caller.firmId, (trx) => addDomain(trx, caller, request.body))
    return reply.code(201).send(domainJson(row))
  })
  api.post('/firm/domains/:id/check', { config: { operation: operations.check } }, async (request) => {
    const caller = demandFull(request)
    return domainJson(demandRow(await check(deps, caller, idOf(request))))
  })
  api.delete('/firm/domains/:id', { config: { operation: operations.remove } }, async (request, reply) => {
    const caller = demandFull(request)
    await withFirm(database, caller.firmId, (trx) => removeDomain(trx, caller, idOf(request)))
    return reply.code(204).send()
  })
}

function demandFull(request: FastifyRequest): Caller {
  const caller = callerOf(request)
  refuseUnlessFull(caller)
  return caller
}

function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw new ApiError('not_found')
  return id
}

function demandRow(row: FirmDomain | undefined): FirmDomain {
  if (!row) throw new ApiError('not_found', { sentence: "The firm doesn't have this domain." })
  return row
}

async function addDomain(trx: Trx, caller: Caller, body: unknown): Promise<FirmDomain> {
  const domain = (body as { domain?: unknown } | null | undefined)?.domain
  if (typeof domain !== 'string' || domain.trim() === '')
    throw new ApiError('invalid_input', { problems: [{ field: 'domain', code: 'required' }] })
  if (domain.length > 300) throw new ApiError('invalid_input', { problems: [{ field: 'domain', code: 'not_domain' }] })
  const { firmId } = caller
  const started = await startProof(trx, { firmId, text: domain })
  if ('sentence' in started) throw new ApiError('invalid_input', { sentence: started.sentence })
  const row = demandRow((await listDomains(trx, firmId)).find(({ id }) => id === started.id))
  await recordFirmChange(trx, caller, { sentence: `Proof of the mail domain ${row.domain} was started.` })
  return row
}

function check({ config, database }: DomainDeps, caller: Caller, id: string): Promise<FirmDomain | undefined> {
  const onProved = (trx: Trx, { domain }: FirmDomain) =>
    recordFirmChange(trx, caller, { sentence: `The mail domain ${domain} was proved by its DNS record.` })
  // A resolver of its own: what an earlier check found must not be remembered.
  const resolve = openResolver(config.dnsGateway)
  return checkProof({ database, resolve, onProved }, { firmId: caller.firmId, id })
}

/** What the operator gave stays until the operator takes it back. */
async function removeDomain(trx: Trx, caller: Caller, id: string): Promise<void> {
  const { firmId } = caller
  const row = demandRow((await listDomains(trx, firmId)).find((each) => each.id === id))
  if (row.givenBy !== 'dns')
    throw new ApiError('wrong_state', {
      sentence: 'This was given by whoever runs this server, who can also take it back.',
    })
  const space = { domain: row.domain, ...(row.localPart === null ? {} : { localPart: row.localPart }) }
  const refusal = await takeSpace(trx, { firmId, space })
  if (refusal !== undefined) throw new ApiError('wrong_state', { sentence: refusal })
  await recordFirmChange(trx, caller, { sentence: `The mail domain ${describeSpace(space)} was removed.` })
}

function domainJson(row: FirmDomain): AnyRow {
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

const tag = 'Firm'
const moment = { type: ['string', 'null'], format: 'date-time' }
const optionalText = { type: ['string', 'null'] }
const domainSchema = objectSchema({
  id: textSchema,
  name: { ...textSchema, description: 'A domain with all below it, or a single address' },
  given_by: { type: 'string', enum: ['operator', 'dns', 'upgrade'] },
  record_name: { ...optionalText, description: 'Name of the TXT record that proves it' },
  record_value: optionalText,
  proved_at: moment,
  checked_at: moment,
  problem: { ...optionalText, description: "Why the last check didn't prove it" },
})

const operations = {
  list: {
    tag,
    summary: "The firm's own mail domains and those it is about to prove",
    answer: jsonContent(objectSchema({ domains: { type: 'array', items: domainSchema } })),
    refusals: [403],
  },
  start: {
    tag,
    summary: 'Begin to prove a domain: the answer has the TXT record to set',
    body: jsonContent(objectSchema({ domain: textSchema })),
    answer: jsonContent(domainSchema),
    status: 201,
    refusals: [400, 403],
  },
  check: {
    tag,
    summary: 'Look for the TXT record of a domain',
    answer: jsonContent(domainSchema),
    refusals: [403, 404],
  },
  remove: { tag, summary: 'Remove a domain that receives no mail', refusals: [403, 404, 409] },
} satisfies Record<string, Operation>
