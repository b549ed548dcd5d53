import type { Ledger } from '../court/ledger.ts'
import { readBody } from '../court/request.ts'
import { makeDocument } from '../documents/make-document.ts'
import type { Filing } from '../filings/filing.ts'
import type { FilingStore } from '../filings/filing-store.ts'
import { isScenarioName, type ScenarioName, scenarioNames } from '../filings/scenarios.ts'
import type { Mailbox } from '../mailbox/mailbox.ts'
import { returnMail } from '../mailbox/return-mail.ts'
import { makeMessage, type OutgoingNotice } from '../notice/message.ts'
import type { SigningKey } from '../notice/signing.ts'
import type { FilingReport } from '../report.ts'
import type { Sendings } from '../sending/sendings.ts'
import type { World } from '../world/world.ts'
import { type Exchange, sendContent, sendJson } from './reply.ts'
import type { RequestLog } from './request-log.ts'

export interface ControlDeps {
  world: World
  filings: FilingStore
  ledger: Ledger
  mailbox: Mailbox
  sendings: Sendings
  log: RequestLog
  report: () => FilingReport[]
  historical: (count: number, until: string) => Filing[]
  txtRecords: ReadonlyMap<string, string[][]>
  key: SigningKey
  fileScenario: (name: ScenarioName) => Promise<{ filing: FilingReport; messages: OutgoingNotice[] }>
}

type Route = (deps: ControlDeps, exchange: Exchange, match: RegExpExecArray) => void | Promise<void>

const routes: readonly (readonly [method: string, path: RegExp, route: Route])[] = [
  ['GET', /^\/dns$/, answerDns],
  ['GET', /^\/world$/, (deps, { response }) => sendJson(response, 200, deps.world)],
  ['GET', /^\/control\/served$/, (deps, { response }) => sendJson(response, 200, deps.ledger.records())],
  ['GET', /^\/control\/filings$/, (deps, { response }) => sendJson(response, 200, deps.report())],
  [
    'GET',
    /^\/control\/requests$/,
    (deps, { response }) => sendJson(response, 200, { count: deps.log.count(), last: deps.log.list() }),
  ],
  ['GET', /^\/control\/mails$/, async (deps, { response }) => sendJson(response, 200, await deps.mailbox.store.list())],
  ['GET', /^\/control\/returned-mail$/, answerReturnedMail],
  ['GET', /^\/control\/history$/, answerHistory],
  ['GET', /^\/control\/history-messages$/, answerHistoryMessages],
  ['GET', /^\/control\/documents\/(-?\d+)\/(\d+)$/, answerDocument],
  ['GET', /^\/control\/sending$/, (deps, { response }) => sendJson(response, 200, deps.sendings.progress())],
  ['GET', /^\/control\/scenarios$/, (_deps, { response }) => sendJson(response, 200, scenarioNames)],
  ['POST', /^\/control\/file$/, answerFile],
  ['POST', /^\/control\/send$/, startSending],
  ['POST', /^\/control\/stop-sending$/, stopSending],
  ['POST', /^\/control\/refuse-mails$/, refuseMails],
]

/** Answers a control request. Returns false if it isn't one. */
export async function answerControl(deps: ControlDeps, exchange: Exchange): Promise<boolean> {
  for (const [method, path, route] of routes) {
    const match = path.exec(exchange.url.pathname)
    if (match === null || exchange.request.method !== method) continue
    // Minutes may pass between two calls: a kept connection would be closed just as the next one is sent.
    if (exchange.url.pathname !== '/dns') exchange.response.setHeader('connection', 'close')
    await route(deps, exchange, match)
    return true
  }
  return false
}

/** Responds like Node's resolveTxt; 404 means ENOTFOUND or ENODATA. */
function answerDns(deps: ControlDeps, { response, url }: Exchange): void {
  const name = (url.searchParams.get('name') ?? '').toLowerCase().replace(/\.$/, '')
  const isText = (url.searchParams.get('type') ?? 'TXT').toUpperCase() === 'TXT'
  const found = isText ? deps.txtRecords.get(name) : undefined
  const missing = { error: `No record of that type for ${name}` }
  sendJson(response, found === undefined ? 404 : 200, found ?? missing)
}

/** Answers with a mail server's report about the last email sent to this address. */
async function answerReturnedMail({ mailbox }: ControlDeps, { response, url }: Exchange): Promise<void> {
  const to = url.searchParams.get('to') ?? ''
  const mail = (await mailbox.store.list()).findLast(({ envelopeTo }) => envelopeTo.includes(to))
  const raw = mail && (await mailbox.store.readRaw(mail.id))
  if (!mail || !raw) return sendJson(response, 404, { error: `No email was sent to ${to}` })
  const { envelopeFrom } = mail
  const report = returnMail({ envelopeFrom, envelopeTo: [to], raw })
  sendJson(response, 200, { to: envelopeFrom, from: '', raw: report.toString('base64') })
}

async function answerHistory(deps: ControlDeps, { response, url }: Exchange): Promise<void> {
  const count = Number(url.searchParams.get('count') ?? '200')
  const until = url.searchParams.get('until') ?? new Date().toISOString()
  const isUsable = Number.isInteger(count) && count >= 0 && count <= 5_000 && !Number.isNaN(Date.parse(until))
  if (!isUsable) return sendJson(response, 400, { error: '"count" must be 0 to 5000 and "until" a date and time' })
  sendJson(response, 200, deps.historical(count, until))
}

/** Answers with one message of each past filing, the first whose link works, for a receiver that starts with a past. */
async function answerHistoryMessages(deps: ControlDeps, { response, url }: Exchange): Promise<void> {
  const count = Number(url.searchParams.get('count') ?? '200')
  if (!(Number.isInteger(count) && count >= 0 && count <= 1_000))
    return sendJson(response, 400, { error: '"count" must be 0 to 1000' })
  const filings = deps.historical(count, new Date().toISOString())
  sendJson(
    response,
    200,
    filings.flatMap((filing) => pastMessage(deps, filing)),
  )
}

function pastMessage({ key }: ControlDeps, filing: Filing) {
  const notice = filing.notices.find(({ token }) => token !== '') ?? filing.notices[0]
  if (notice === undefined) return []
  const { envelopeFrom, email, raw } = makeMessage(filing, notice, key)
  return [{ enteredAt: filing.enteredAt, from: envelopeFrom, to: email, raw: raw.toString('base64') }]
}

/** Answers with a document for seeding history, without counting as a court request. */
async function answerDocument(deps: ControlDeps, { response }: Exchange, match: RegExpExecArray): Promise<void> {
  const filing = deps.filings.find(Number(match[1]))
  const document = filing?.documents[Number(match[2])]
  if (filing === undefined || document === undefined) return sendJson(response, 404, { error: 'No such document' })
  sendContent(response, { contentType: 'application/pdf', body: makeDocument(deps.world, filing, document) })
}

/** Files the scenario in `{ "scenario": "…" }` without sending it; the answer has its messages. */
async function answerFile(deps: ControlDeps, { request, response }: Exchange): Promise<void> {
  const { scenario } = readOrder(await readBody(request))
  if (scenario === undefined) return sendJson(response, 400, { error: unknownScenario })
  const { filing, messages } = await deps.fileScenario(scenario)
  sendJson(response, 201, {
    filing,
    messages: messages.map(({ raw, ...facts }) => ({ ...facts, raw: raw.toString('base64') })),
  })
}

const unknownScenario = '"scenario" must be one of GET /control/scenarios'

/** Starts a stream with `{ "count": …, "rate": … }`, or sends one filing with `{ "scenario": "…" }`. */
async function startSending(deps: ControlDeps, { request, response }: Exchange): Promise<void> {
  const body = await readBody(request)
  const order = readOrder(body)
  if (order.scenario === undefined && body.includes('"scenario"'))
    return sendJson(response, 400, { error: unknownScenario })
  const sending = deps.sendings.startDefault(order)
  if (sending === undefined) {
    return sendJson(response, 409, { error: 'The sandbox was started without a mail server to send to (--smtp)' })
  }
  sendJson(response, 202, sending.progress())
}

async function stopSending(deps: ControlDeps, { response }: Exchange): Promise<void> {
  await deps.sendings.stopAll()
  sendJson(response, 200, deps.sendings.progress())
}

async function refuseMails(deps: ControlDeps, { request, response }: Exchange): Promise<void> {
  const { count = 0 } = readOrder(await readBody(request))
  deps.mailbox.refuseNext(count)
  sendJson(response, 200, { count })
}

interface Order {
  count?: number
  rate?: number
  scenario?: ScenarioName
}

/** Parses an order; an empty body is an empty order, and anything but positive numbers and known names is ignored. */
function readOrder(text: string): Order {
  const body: unknown = JSON.parse(text || '{}')
  const field = (name: string): unknown =>
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  const [count, rate, scenario] = [field('count'), field('rate'), field('scenario')]
  return {
    ...(typeof count === 'number' && count > 0 && { count }),
    ...(typeof rate === 'number' && rate > 0 && { rate }),
    ...(typeof scenario === 'string' && isScenarioName(scenario) && { scenario }),
  }
}
