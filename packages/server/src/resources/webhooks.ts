import { keepMaker } from '../webhooks/call-row.ts'
import { forgetWanted } from '../webhooks/happenings.ts'
import { payloadVersion } from '../webhooks/payload.ts'
import { isSigningSecret } from '../webhooks/sign.ts'
import type { Behaviour } from './behaviour.ts'
import { whyNoPrograms } from './wall-reach.ts'

export const webhookBehaviour: Behaviour = {
  beforeSave: async (_, { values }) => {
    const { signingSecret, payloadVersion: version } = values
    const isWrong = typeof signingSecret === 'string' && !isSigningSecret(signingSecret)
    return [
      ...(isWrong ? [{ field: 'signingSecret', code: 'not_signing_secret' }] : []),
      ...(version && version !== payloadVersion
        ? [{ field: 'payloadVersion', code: `not_choice:${payloadVersion}` }]
        : []),
    ]
  },
  whyNotWritten: whyNoPrograms,
  afterSave: async (trx, { firmId, id, values, current, writer: { userId } }) => {
    forgetWanted(trx, firmId)
    const isDirected = values.url !== undefined && values.url !== current?.url
    if (isDirected && userId !== undefined) await keepMaker(trx, { firmId, id, userId })
  },
  afterDelete: async (trx, { firmId }) => forgetWanted(trx, firmId),
  // What was sent is history, not part of the record.
  dependents: [{ table: 'webhook_calls', column: 'webhook_id', comesBack: 'never' }],
}
