import { find } from '@courtcrier/contract/calls/console.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import type { Services } from '../base/services.ts'
import { findRecords } from '../records/find-records.ts'
import { searchInTime } from './run-search.ts'
import { serveCall } from './server/serve-call.ts'

/** Finds records of every kind by a few words, for opening one: the console's palette calls it with every letter. */
export function findRoutes(api: FastifyInstance, services: Pick<Services, 'database'>): void {
  serveCall(api, find, async ({ query, request }) => {
    const caller = callerOf(request)
    const text = query.freeText?.trim() ?? ''
    if (text === '') return { records: [], more: [] }
    return searchInTime(services, { caller, freeText: text }, (trx) => findRecords(trx, caller, text))
  })
}
