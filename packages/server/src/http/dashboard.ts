import { permittedField, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import type { QueryOf } from '@courtcrier/contract/calls/call.ts'
import { type Dashboard, readDashboard } from '@courtcrier/contract/calls/dashboard.ts'
import { minutesSaved, usualRange } from '@courtcrier/contract/dashboard.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { seesWay, sightOf, type Way, waysFromFiling } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirmSearch } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import type { Caller } from '../records/caller.ts'
import { countDeliveries, countDocuments } from './dashboard/count-documents.ts'
import { countNotices } from './dashboard/count-notices.ts'
import { findTopOfCases, findTopTimekeepers } from './dashboard/find-top.ts'
import { findUnhealthy } from './dashboard/find-unhealthy.ts'
import { type Period, periodOf, type WantedPeriod } from './dashboard/period.ts'
import { isTimeOut } from './run-search.ts'
import { serveCall } from './server/serve-call.ts'

type DashboardServices = Pick<Services, 'database'> & { now?: () => Date }

/** The firm's dashboard for a range of days, limited to what the role may see. */
export function dashboardRoutes(api: FastifyInstance, { database, now = () => new Date() }: DashboardServices): void {
  serveCall(api, readDashboard, async ({ query, request }) => {
    const caller = callerOf(request)
    if (subjectAccess('dashboard', caller.role) === 'DENY') throw new ApiError('forbidden')
    const wanted = wantedOf(query, now())
    try {
      return await withFirmSearch(database, caller.firmId, (trx) => makeDashboard(trx, caller, wanted))
    } catch (cause) {
      throw isTimeOut(cause) ? new ApiError('unavailable', { sentence: tooMuch, cause }) : cause
    }
  })
}

const tooMuch = 'Counting this range takes too long. Choose a shorter one.'

async function makeDashboard(trx: Trx, caller: Caller, wanted: WantedPeriod): Promise<Dashboard> {
  const period = await periodOf(trx, caller, wanted)
  // Sent together: the cost is the counting and one round trip to the server.
  const [unhealthy, notifications, tops] = await Promise.all([
    mayView('notifications', caller.role) ? findUnhealthy(trx, caller, { zone: period.zone, now: wanted.now }) : [],
    mayView('notifications', caller.role) ? countAll(trx, caller, period) : {},
    findTops(trx, caller, period),
  ])
  return {
    range: wanted.range,
    ...period.days,
    time_zone: period.zone,
    as_of: wanted.now.toISOString(),
    unhealthy,
    ...notifications,
    ...tops,
  }
}

/** Returns whether a role sees a part of the dashboard, by the part's name in permissions. */
function mayView(part: 'notifications' | 'top_matter' | 'top_client' | 'top_timekeeper', role: Role): boolean {
  return permittedField('dashboard', part, role) !== 'DENY'
}

type Counts = Pick<Dashboard, 'notices' | 'documents' | 'deliveries' | 'minutes_saved'>

async function countAll(trx: Trx, caller: Caller, period: Period): Promise<Counts> {
  const seesDocuments = subjectAccess(courtDocument.subject, caller.role) !== 'DENY'
  const [notices, documents, deliveries] = await Promise.all([
    countNotices(trx, caller, period),
    seesDocuments ? countDocuments(trx, caller, period) : undefined,
    countDeliveries(trx, caller, period),
  ])
  const counts = { notice: notices.total, document: documents?.fetched ?? 0, delivery: deliveries }
  const canSee = sightOf(caller.role)
  const seesFates = ['verdict', 'pages', 'size'].every((key) => canSee(courtDocument, key))
  return {
    // All its numbers are by court system.
    ...(canSee(envelope, 'ecfxJurisdictionId') || subjectAccess(envelope.subject, caller.role) === 'DENY'
      ? { notices }
      : {}),
    ...(documents && seesFates ? { documents } : {}),
    deliveries,
    minutes_saved: minutesSaved(seesFates ? counts : { ...counts, document: 0 }),
  }
}

type Tops = Pick<Dashboard, 'top_clients' | 'top_matters' | 'top_timekeepers'>

async function findTops(trx: Trx, caller: Caller, period: Period): Promise<Tops> {
  const { role } = caller
  const seesCases = fieldAccess(envelope, 'caseId', role) !== 'DENY'
  const of = (['client', 'matter'] as const).filter((each) => mayView(`top_${each}`, role) && leadsTo(each, role))
  const [{ client: clients, matter: matters }, timekeepers] = await Promise.all([
    findTopOfCases(trx, caller, { of, period, seesCases }),
    mayView('top_timekeeper', role) && seesWay(sightOf(role), wayToTold)
      ? findTopTimekeepers(trx, caller, period)
      : undefined,
  ])
  return {
    ...(clients ? { top_clients: clients } : {}),
    ...(matters ? { top_matters: matters } : {}),
    ...(timekeepers ? { top_timekeepers: timekeepers } : {}),
  }
}

/**
 * Returns whether the role sees every field on the path from a filing to the name: a list of names would reveal them,
 * and whose cases had notices.
 */
function leadsTo(of: 'client' | 'matter', role: Role): boolean {
  const { title } = of === 'client' ? client : matter
  return seesWay(sightOf(role), [...waysFromFiling[of], [of === 'client' ? client : matter, title]])
}

const wayToTold: Way = [
  [delivery, 'timekeeperId'],
  [timekeeper, timekeeper.title],
]

function wantedOf(
  { range = usualRange, from, to, timeZone: zone }: QueryOf<typeof readDashboard>,
  now: Date,
): WantedPeriod {
  const custom = range === 'custom' && from && to ? (from <= to ? { from, to } : { from: to, to: from }) : undefined
  return { range, now, ...(custom ? { custom } : {}), ...(zone ? { zone } : {}) }
}
