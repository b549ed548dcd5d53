import { previewSources } from '@courtcrier/contract/daily-preview.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import type { FastifyInstance } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { findForDaily, previewDaily } from '../digest/group-preview.ts'
import { getRow } from '../resources/store.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'
import { previewLimit } from './preview-limit.ts'
import { demand } from './resources.ts'

interface Question {
  Params: { id: string }
  Querystring: { timekeeper?: string }
}

/** The next daily message of a preference group, as it would be made now for one of its people. */
export function dailyPreviewRoutes(api: FastifyInstance, { database, config }: Pick<Services, 'database' | 'config'>) {
  api.get<Question>(
    '/timekeeper_group/:id/daily-preview',
    { config: { operation, rateLimit: previewLimit } },
    async (request) => {
      const caller = demand(request, timekeeperGroup, 'READ')
      for (const told of [timekeeper, envelope, delivery]) demand(request, told, 'READ')
      const { id } = request.params
      const { timekeeper: timekeeperId } = request.query
      const found = await withFirm(database, caller.firmId, async (trx) => {
        // Refuses an id that is not there for this caller.
        await getRow(trx, timekeeperGroup, { ...caller, id })
        return findForDaily(trx, caller, { groupId: id, timekeeperId, now: new Date() })
      })
      if (!found) throw new ApiError('wrong_state', { sentence: 'Nobody in this group is active and has an address.' })
      // A template of the firm fills it in, for which no transaction waits.
      const { publicUrl, mailFrom } = config
      return previewDaily(found, { publicUrl, mailFrom })
    },
  )
}

const nullableText = { type: ['string', 'null'] }
const person = objectSchema({ id: textSchema, name: textSchema })

const operation: Operation = {
  tag: timekeeperGroup.label[1],
  summary: 'The next daily message as it would be made now for one of the group, chosen by `timekeeper`',
  answer: jsonContent(
    objectSchema({
      person,
      people: { type: 'array', items: person },
      source: { enum: [...previewSources] },
      withheld: { type: 'integer' },
      subject: textSchema,
      html: textSchema,
      cadence: textSchema,
      at: textSchema,
      time_zone: textSchema,
      template: nullableText,
      problem: nullableText,
    }),
  ),
  refusals: [403, 404, 409, 429],
}
