import { permittedField, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { type Dashboard, type DateRange, dateRanges, minutesSaved, usualRange } from '@courtcrier/contract/dashboard.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isTimeZone } from '@courtcrier/contract/fields/time-zone.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
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
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirmSearch } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { countDeliveries, countDocuments } from '../dashboard/count-documents.ts'
import { countNotices } from '../dashboard/count-notices.ts'
import { findTopOfCases, findTopTimekeepers } from '../dashboard/find-top.ts'
import { findUnhealthy } from '../dashboard/find-unhealthy.ts'
import { type Period, periodOf, type WantedPeriod } from '../dashboard/period.ts'
import { dashboardOperation } from './dashboard-operation.ts'
import { isTimeOut } from './run-search.ts'

type DashboardServices = Pick<Services, 'database'> & { now?: () => Date }

/** What the firm's dashboard shows of a range of days, as far as the role sees it. */
export function dashboardRoutes(api: FastifyInstance, { database, now = () => new Date() }: DashboardServices): void {
  api.get('/dashboard', { config: { operation: dashboardOperation } }, async (request) => {
    const caller = callerOf(request)
    if (subjectAccess('dashboard', caller.role) === 'DENY') throw new ApiError('forbidden')
    const wanted = readWanted(request.query as Readonly<Record<string, string | undefined>>, now())
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
  // Asked together: what they cost is the counting, and one way to the server.
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

/** Whether a role sees a part of the dashboard, by the name that permissions have for it. */
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
    // Every number of them is told by court system.
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
  const [clients, matters, timekeepers] = await Promise.all([
    mayView('top_client', role) && leadsTo('client', role)
      ? findTopOfCases(trx, caller, { of: 'client', period, seesCases })
      : undefined,
    mayView('top_matter', role) && leadsTo('matter', role)
      ? findTopOfCases(trx, caller, { of: 'matter', period, seesCases })
      : undefined,
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

/** A list of names would tell them, and whose cases had notices, to whoever may not see a field on the way. */
function leadsTo(of: 'client' | 'matter', role: Role): boolean {
  const { title } = of === 'client' ? client : matter
  return seesWay(sightOf(role), [...waysFromFiling[of], [of === 'client' ? client : matter, title]])
}

const wayToTold: Way = [
  [delivery, 'timekeeperId'],
  [timekeeper, timekeeper.title],
]

function readWanted(query: Readonly<Record<string, string | undefined>>, now: Date): WantedPeriod {
  const { range = usualRange, from, to, zone } = query
  const problems: Problem[] = []
  const known = dateRanges.find((name) => name === range)
  if (!known) problems.push({ field: 'range', code: `not_choice:${dateRanges.join(', ')}` })
  if (zone !== undefined && !isTimeZone(zone)) problems.push({ field: 'zone', code: 'not_zone' })
  const custom = known === 'custom' ? readCustom({ from, to }, problems) : undefined
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  return { range: known as DateRange, now, ...(custom ? { custom } : {}), ...(zone ? { zone } : {}) }
}

function readCustom(days: { from?: string | undefined; to?: string | undefined }, problems: Problem[]) {
  const [from, to] = (['from', 'to'] as const).map((field) => {
    const day = days[field]
    if (day === undefined || !isDay(day)) problems.push({ field, code: day === undefined ? 'required' : 'not_date' })
    return day
  })
  if (from === undefined || to === undefined) return undefined
  return from <= to ? { from, to } : { from: to, to: from }
}

function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
