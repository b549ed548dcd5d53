import {
  findInDocument as findInDocumentCall,
  searchTexts as searchTextsCall,
} from '@courtcrier/contract/calls/full-text.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../base/services.ts'
import { findInDocument } from '../records/full-text/find-in-document.ts'
import { searchTexts } from '../records/full-text/search-texts.ts'
import { textSightOf } from '../records/full-text/sight.ts'
import { demand } from './resources.ts'
import { searchInTime } from './run-search.ts'
import { serveCall } from './server/serve-call.ts'

/** Filings by the words of their docket text and documents, and the pages of a document by its words. */
export function textSearchRoutes(api: FastifyInstance, services: Pick<Services, 'database'>): void {
  serveCall(api, searchTextsCall, async ({ query: { freeText = '', cursor }, request }) => {
    const caller = demand(request, envelope, 'READ')
    const text = freeText.trim()
    if (text === '') return { filings: [], next: null, isReading: false }
    return searchInTime(services, { caller, freeText: text }, (trx, scope) =>
      searchTexts(trx, scope, { freeText: text, cursor }),
    )
  })
  serveCall(api, findInDocumentCall, async ({ params: { id }, query: { freeText = '' }, request }) => {
    const caller = demand(request, courtDocument, 'READ')
    if (!textSightOf(caller.role).documents) throw new ApiError('forbidden')
    const text = freeText.trim()
    return searchInTime(services, { caller, freeText: text }, (trx, scope) =>
      findInDocument(trx, scope, { id, freeText: text }),
    )
  })
}
