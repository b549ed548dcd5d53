import { ApiError } from '@courtcrier/contract/errors.ts'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { type AccessTokens, makeAccessTokens } from '../auth/access-token.ts'
import { startAddressNotices } from '../auth/address-changes.ts'
import { openKeyHolders, withKeyHolders } from '../auth/api-keys/keyholders.ts'
import { openAuthenticator } from '../auth/authenticate.ts'
import { openFirmFinder } from '../auth/firm-of-host.ts'
import { guardRoutes } from '../auth/guard.ts'
import { makeKnownBrowsers } from '../auth/known-browsers.ts'
import { makePasswords, type PasswordCost } from '../auth/passwords.ts'
import { startSignInAlerts } from '../auth/sign-ins/alerts.ts'
import { startWayBackNotices } from '../auth/way-back-in.ts'
import type { MetricsReaders } from '../base/config.ts'
import { newId } from '../base/db/ids.ts'
import type { Services } from '../base/services.ts'
import type { SendMail } from '../outbox/mail/system-mail.ts'
import { acceptBells, agentBellRoute, asksForBell } from './agents/agent-bell.ts'
import { agentWorkRoutes } from './agents/agent-work.ts'
import { agentRoutes } from './agents/agents.ts'
import { type DemoControls, type DemoLogIn, demoRoutes } from './demo.ts'
import { devRoutes } from './dev.ts'
import { eventRoutes } from './events.ts'
import { firmRoutes } from './firm/firm.ts'
import { ownDeliveryRoutes } from './firm/own-delivery.ts'
import { collectRoutes, openApiRoutes } from './openapi/openapi.ts'
import { refuseUndescribed } from './openapi/refuse-undescribed.ts'
import { scimRoutes } from './scim/scim.ts'
import { scimPath } from './scim/scim-work.ts'
import { collectMethods } from './server/allowed-methods.ts'
import { acceptBodies, bodyBytes, makeRoomForCallers } from './server/bodies.ts'
import { closeSoon } from './server/closing.ts'
import { builtConsole, serveConsole } from './server/console-files.ts'
import { endDownloads } from './server/end-downloads.ts'
import { dropForwardedPorts } from './server/forwarded-for.ts'
import { healthRoutes } from './server/health.ts'
import type { MailLinks } from './server/health-detail.ts'
import { answerOnce } from './server/idempotency.ts'
import { endPipelines } from './server/pipelines.ts'
import { parseParameters, refuseLongAddresses, refuseStrangeRequests, refuseTwoHosts } from './server/plain-requests.ts'
import { limitPreviews } from './server/preview-limit.ts'
import { answerBrokenConnection, answerError, answerProblems } from './server/problems.ts'
import { requestCounts } from './server/request-counts.ts'
import { logRequests, requestLogger } from './server/request-log.ts'
import { contentSecurityPolicy } from './server/security-headers.ts'
import { tellTimes } from './server/server-timing.ts'
import { endSlowRequests, type Patience, silenceMs } from './server/slow-requests.ts'
import { limitWaiting } from './server/waiting-connections.ts'
import { budgetWork, type WorkLimits } from './server/work-budget.ts'
import { apiKeyRoutes } from './session/api-keys.ts'
import { importTokenRoutes } from './session/import-token.ts'
import { invitationRoutes } from './session/invitations.ts'
import { ownSessionRoutes } from './session/own-sessions.ts'
import { provisioningRoutes } from './session/provisioning.ts'
import { type AttemptLimits, sessionRoutes, usualLimits } from './session/session.ts'
import { signOnRoutes } from './session/sign-on.ts'
import { userFactorRoutes } from './session/user-factors.ts'
import { userSessionRoutes } from './session/user-sessions.ts'
import { viewAsRoutes } from './session/view-as.ts'

export interface AppOptions {
  /** The installation's 32 bytes, from which the access tokens' key is derived. */
  secretKey: Uint8Array
  /** Sends one of the program's own emails, such as a link to set a new password. */
  sendMail: SendMail
  /**
   * Adds routes under /api/v1 (`api.get('/judge/search', …)`); they need a token unless their config says otherwise.
   */
  register?: (api: FastifyInstance, services: Services, deps: { sendMail: SendMail }) => void | Promise<void>
  /** What a demo's login page offers. */
  demoLogIns?: readonly DemoLogIn[]
  /** What can be done with a demo whose simulated courts are available. */
  demoControls?: DemoControls
  consoleFolder?: string
  now?: () => Date
  passwordCost?: PasswordCost
  limits?: AttemptLimits
  /** How many previews one person may request per minute. */
  previewsPerMinute?: number
  /** How much one sender may have read per minute. */
  workLimits?: WorkLimits
  /** How slowly a body may arrive. */
  patience?: Patience
  /** Addresses of reverse proxies whose X-Forwarded-For is trusted; none if absent. */
  trustProxy?: readonly string[]
  /** Who may read /metrics; no one if absent. */
  metricsReaders?: MetricsReaders | undefined
  mailLinks?: MailLinks | undefined
  /** How many connections may wait for their clients at once. */
  mostWaiting?: number
  /** Milliseconds between keep-alives on an event stream. */
  heartbeatMs?: number
}

/**
 * The HTTP server with everything it serves, not yet listening. Closing it ends its streams and waits for its emails.
 */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: requestLogger(services.log) as FastifyBaseLogger,
    // Its own lines would contain whole addresses; `logRequests` writes the only one.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    trustProxy: options.trustProxy ? [...options.trustProxy] : false,
    bodyLimit: bodyBytes.ofAnyone,
    connectionTimeout: silenceMs,
    // Room for what is refused with a sentence; anything larger is answered at the connection, without a request.
    http: { maxHeaderSize: 65_536, shouldUpgradeCallback: asksForBell },
    clientErrorHandler: answerBrokenConnection,
    // An address that can't be decoded never reaches a route.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true, querystringParser: parseParameters },
  })
  const allowed = collectMethods(app)
  endPipelines(app)
  limitWaiting(app, options.mostWaiting)
  answerProblems(app)
  acceptBodies(app)
  dropForwardedPorts(app)
  budgetWork(app, { limits: options.workLimits })
  logRequests(app)
  refuseLongAddresses(app)
  refuseTwoHosts(app)
  closeSoon(app)
  endSlowRequests(app, options.patience)
  await addPlugins(app, services.config.publicUrl)
  limitPreviews(app, options.previewsPerMinute)
  const access = openAccess(services, options)
  await app.register((api) => addApi(api, { services, options, access }), { prefix: '/api/v1' })
  await app.register(async (scim) => scimRoutes(scim, { ...services, ...access }), { prefix: scimPath })
  healthRoutes(app, { ...services, metricsReaders: options.metricsReaders, mailLinks: options.mailLinks })
  await serveConsole(app, { folder: options.consoleFolder ?? builtConsole, allowed })
  return app
}

async function addPlugins(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    // Only over TLS: a browser would also apply it to a plain demo on localhost.
    hsts: publicUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  await app.register(compress, { threshold: 1024, encodings: ['gzip', 'deflate'], globalDecompression: false })
  await app.register(rateLimit, { global: false, store: requestCounts })
}

type Access = ReturnType<typeof openAccess>

/** Whose requests are: by the host, and by the token. `addApi` closes it. */
function openAccess(services: Services, options: AppOptions) {
  const now = options.now ?? (() => new Date())
  const keyHolders = openKeyHolders({ ...services, now })
  return { now, keyHolders, firms: openFirmFinder({ ...services, now }) }
}

interface Parts {
  services: Services
  options: AppOptions
  access: Access
}

async function addApi(api: FastifyInstance, { services, options, access }: Parts): Promise<void> {
  const { now, keyHolders, firms } = access
  const tokens = makeAccessTokens(options.secretKey, now)
  const authenticator = withKeyHolders(openAuthenticator({ ...services, tokens, now }), keyHolders)
  await acceptBells(api)
  const routes = collectRoutes(api)
  makeRoomForCallers(api)
  tellTimes(api)
  api.addHook('onRequest', async (_request, reply) => {
    // Court documents and people's names must not stay on a shared computer's disk.
    reply.header('cache-control', 'no-store')
    // No request waits for a database known to be unavailable.
    if (services.database.outage.current()) throw new ApiError('unavailable')
  })
  refuseStrangeRequests(api)
  guardRoutes(api, { authenticator, firms, keyHolders, database: services.database, now })
  refuseUndescribed(api, routes)
  endDownloads(api, { ...services, authenticator })
  answerOnce(api, services)
  accessRoutes(api, { services, options, tokens, now })
  firmRoutes(api, services)
  ownDeliveryRoutes(api, services)
  devRoutes(api, services)
  demoRoutes(api, { ...services, logIns: options.demoLogIns ?? [], controls: options.demoControls })
  eventRoutes(api, { ...services, authenticator, heartbeatMs: options.heartbeatMs ?? 15_000 })
  agentBellRoute(api, services)
  openApiRoutes(api, routes)
  await options.register?.(api, services, options)
  const noticing = { ...services, ...options, publicUrl: services.config.publicUrl, onError: unnotified(services) }
  const notices = [startAddressNotices(noticing), startSignInAlerts(noticing), startWayBackNotices(noticing)]
  closeWith(api, authenticator, firms, ...notices)
}

interface AccessDeps {
  services: Services
  options: AppOptions
  tokens: AccessTokens
  now: () => Date
}

/** How people and programs get in, and how that ends. */
function accessRoutes(api: FastifyInstance, { services, options, tokens, now }: AccessDeps): void {
  const passwords = makePasswords(options.passwordCost)
  const limits = options.limits ?? usualLimits
  const browsers = makeKnownBrowsers(options.secretKey, { isSecure: services.config.publicUrl.startsWith('https:') })
  sessionRoutes(api, { ...services, ...options, limits, tokens, passwords, browsers, now })
  signOnRoutes(api, { ...services, limit: limits.logIn, tokens, passwords, browsers, now })
  userFactorRoutes(api, { ...services, ...options, now })
  invitationRoutes(api, { ...services, ...options, limit: limits.forgot, now })
  importTokenRoutes(api, services)
  apiKeyRoutes(api, { ...services, now })
  agentRoutes(api, { ...services, now })
  agentWorkRoutes(api, { ...services, now })
  provisioningRoutes(api, { ...services, now })
  viewAsRoutes(api, services)
  ownSessionRoutes(api, { ...services, now })
  userSessionRoutes(api, { ...services, now })
}

function unnotified({ log }: Services): (err: unknown) => void {
  return (err) => log.error({ err }, "a user couldn't be notified of a change of address or a sign-in")
}

function closeWith(api: FastifyInstance, ...parts: readonly { close: () => void | Promise<void> }[]): void {
  api.addHook('onClose', async () => {
    for (const part of parts) await part.close()
  })
}
