import type { Role } from '@courtcrier/contract/access.ts'
import { type DeliveryLevel, deliveryLevels } from '@courtcrier/contract/delivery-settings.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { timekeeper as timekeeperResource } from '@courtcrier/contract/resources/timekeeper.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { type EffectiveDelivery, findEffectiveDelivery } from '../delivery/effective-delivery.ts'
import { getRow } from '../resources/store.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'
import { demand } from './resources.ts'

/**
 * How one is told of filings oneself, which every role may know of itself, and how a timekeeper is. Changing it is
 * changing the timekeeper or the group, as the role allows.
 */
export function ownDeliveryRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  api.get(
    '/auth/delivery',
    { config: { operation: operationOf('Session', 'How you are told of filings') } },
    (request) => {
      const { firmId, user } = callerOf(request)
      return withFirm(database, firmId, async (trx) =>
        toWire(await findEffectiveDelivery(trx, { firmId, timekeeperId: user.timekeeperId })),
      )
    },
  )
  const config = {
    operation: operationOf(timekeeperResource.label[1], 'How a timekeeper is told of filings', [403, 404]),
  }
  api.get<{ Params: { id: string } }>('/timekeeper/:id/delivery', { config }, (request) => {
    const caller = demand(request, timekeeperResource, 'READ')
    demand(request, timekeeperGroup, 'READ')
    const { id } = request.params
    return withFirm(database, caller.firmId, async (trx) => {
      // Refuses an id that is not there for this caller.
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

/** What a role may see of how somebody else is told: by a level that it may not look at, it learns of no setting. */
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
    settings: told.settings.filter(({ name, level }) =>
      seesWay(
        canSee,
        waysOfSettings[name].filter(([resource]) => !isBelow(level, resource)),
      ),
    ),
    time_zone: seesWay(canSee, group ? [toGroup, [timekeeperGroup, 'timeZone']] : wayOfZone) ? told.time_zone : '',
  }
}

const toGroup = [timekeeperResource, 'timekeeperGroupId'] as const
const wayOfZone: Way = [toGroup, [firm, 'defaultTimeZone']]

/** Whether a resource is asked only where none before it says anything. */
function isBelow(level: DeliveryLevel, resource: Resource): boolean {
  if (level === 'timekeeper') return resource === timekeeperGroup || resource === firm
  return level === 'timekeeper_group' && resource === firm
}

/** The fields of all levels that decide a setting. */
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

const nullableText = { type: ['string', 'null'] }
const timekeeper = objectSchema({ id: textSchema, full_name: textSchema, email: nullableText, status: textSchema })
const group = objectSchema({ id: textSchema, name: textSchema, people: { type: 'integer' } })

function operationOf(tag: string, what: string, refusals: readonly number[] = []): Operation {
  return {
    tag,
    summary: `${what}, and the level that each part comes from`,
    answer: jsonContent(
      objectSchema({
        timekeeper: { anyOf: [timekeeper, { type: 'null' }] },
        group: { anyOf: [group, { type: 'null' }] },
        time_zone: textSchema,
        settings: {
          type: 'array',
          items: objectSchema({
            name: { enum: ['method', 'cadence', 'time', 'template'] },
            value: nullableText,
            level: { enum: [...deliveryLevels] },
          }),
        },
      }),
    ),
    refusals,
  }
}
