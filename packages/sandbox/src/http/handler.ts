import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type CourtSite, findCourtByHost } from '../court/court.ts'
import { answerControl, type ControlDeps } from './control.ts'
import { answerMailPages } from './mail-pages.ts'
import { sendJson } from './reply.ts'

export interface HandlerDeps extends ControlDeps {
  site: CourtSite
  /** Where the demo shows documents saved to a DMS. */
  dmsUrl?: string | undefined
}

/**
 * Returns a handler for every request of the sandbox: a court's host gets the court, any other host control and mail
 * pages.
 */
export function makeHandler(deps: HandlerDeps): RequestListener {
  return (request, response) => {
    answer(deps, request, response).catch((error: unknown) => {
      const detail = error instanceof Error ? error.message : String(error)
      if (!response.headersSent) return sendJson(response, 500, { error: detail })
      response.destroy()
    })
  }
}

async function answer(deps: HandlerDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const court = findCourtByHost(request.headers.host)
  if (court !== undefined) {
    deps.log.note({ host: court.host, method: request.method ?? '', url: request.url ?? '' })
    return deps.site.answer(court, request, response)
  }
  if (isStranger(request.headers.host)) {
    deps.log.note({ host: request.headers.host ?? '', method: request.method ?? '', url: request.url ?? '' })
    return sendJson(response, 404, { error: 'The sandbox plays no such host' })
  }
  const url = new URL(request.url ?? '/', 'http://sandbox')
  if (await answerControl(deps, { request, response, url })) return
  const pages = { store: deps.mailbox.store, dmsUrl: deps.dmsUrl }
  if (await answerMailPages(pages, { request, response, url })) return
  sendJson(response, 404, { error: `The sandbox has nothing at ${url.pathname}` })
}

/** Returns whether the host isn't a court's; such requests through the gateway must show up in the log. */
function isStranger(host = ''): boolean {
  return !/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host)
}
