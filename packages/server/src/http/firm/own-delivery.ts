import type { Role } from '@courtcrier/contract/access.ts'
import { readDelivery, readOwnDelivery } from '@courtcrier/contract/calls/settings.ts'
import type { DeliveryLevel } from '@courtcrier/contract/delivery-settings.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { timekeeper as timekeeperResource } from '@courtcrier/contract/resources/timekeeper.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { type CanSee, seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../../auth/authenticate.ts'
import type { Database } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { type EffectiveDelivery, findEffectiveDelivery } from '../../notices/addressing/effective-delivery.ts'
import { getRow } from '../../records/read-row.ts'
import { demand } from '../resources.ts'
import { serveCall } from '../server/serve-call.ts'

/**
 * A person's own notification settings, which every role may see, and a timekeeper's. Changing them means changing the
 * timekeeper or the group, as the role allows.
 */
export function ownDeliveryRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  serveCall(api, readOwnDelivery, ({ request }) => {
    const { firmId, user } = callerOf(request)
    return withFirm(database, firmId, async (trx) =>
      toWire(await findEffectiveDelivery(trx, { firmId, timekeeperId: user.timekeeperId })),
    )
  })
  serveCall(api, readDelivery, ({ params: { id }, request }) => {
    const caller = demand(request, timekeeperResource, 'READ')
    demand(request, timekeeperGroup, 'READ')
    return withFirm(database, caller.firmId, async (trx) => {
      // Throws `not_found` for an ID the caller may not see.
      await getRow(trx, timekeeperResource, { ...caller, id })
      return withoutHidden(
        toWire(await findEffectiveDelivery(trx, { firmId: caller.firmId, timekeeperId: id })),
        caller.role,
      )
    })
  })
}

function toWire({ timekeeper, group, timeZone, settings }: EffectiveDelivery) {
  return {
    timekeeper: timekeeper && {
      id: timekeeper.id,
      full_name: timekeeper.fullName,
      email: timekeeper.email,
      status: timekeeper.status,
    },
    group,
    time_zone: timeZone,
    settings,
  }
}

/** The part of another person's notification settings a role may see: nothing from a level it may not see. */
function withoutHidden(told: ReturnType<typeof toWire>, role: Role): ReturnType<typeof toWire> {
  const canSee = sightOf(role)
  const own = (key: string) => canSee(timekeeperResource, key)
  const hasGroup = own('timekeeperGroupId')
  const { timekeeper: who, group } = told
  return {
    ...told,
    timekeeper: who && {
      id: who.id,
      full_name: own('fullName') ? who.full_name : '',
      email: own('email') ? who.email : null,
      status: own('status') ? who.status : '',
    },
    group: group && hasGroup ? { ...group, name: canSee(timekeeperGroup, 'name') ? group.name : '' } : null,
    settings: told.settings.filter(({ name, level }) => seesSetting(canSee, name, level)),
    time_zone: seesWay(canSee, group ? [toGroup, [timekeeperGroup, 'timeZone']] : wayOfZone) ? told.time_zone : '',
  }
}

/** Returns whether a role may see a setting that comes from this level. */
export function seesSetting(
  canSee: CanSee,
  name: EffectiveDelivery['settings'][number]['name'],
  level: DeliveryLevel,
): boolean {
  return seesWay(
    canSee,
    waysOfSettings[name].filter(([resource]) => !isBelow(level, resource)),
  )
}

const toGroup = [timekeeperResource, 'timekeeperGroupId'] as const
const wayOfZone: Way = [toGroup, [firm, 'defaultTimeZone']]

/** Returns whether a resource is consulted only if a closer level has no value. */
function isBelow(level: DeliveryLevel, resource: Resource): boolean {
  if (level === 'timekeeper') return resource === timekeeperGroup || resource === firm
  return level === 'timekeeper_group' && resource === firm
}

/** The fields, at all levels, that determine a setting. */
const waysOfSettings: Readonly<Record<EffectiveDelivery['settings'][number]['name'], Way>> = {
  method: [
    toGroup,
    [timekeeperResource, 'deliveryMethod'],
    [timekeeperGroup, 'deliveryMethod'],
    [firm, 'defaultDeliveryMethod'],
  ],
  cadence: [
    toGroup,
    [timekeeperResource, 'notificationCadence'],
    [timekeeperGroup, 'notificationCadence'],
    [firm, 'defaultNotificationCadence'],
  ],
  time: [toGroup, [timekeeperGroup, 'dailyCadenceDeliveryTime'], [firm, 'defaultDailyCadenceDeliveryTime']],
  template: [toGroup, [timekeeperGroup, 'emailTemplateId'], [firm, 'defaultEmailTemplateId'], [emailTemplate, 'name']],
}
