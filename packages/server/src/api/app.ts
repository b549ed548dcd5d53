import { ApiError } from '@courtcrier/contract/errors.ts'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { makeAccessTokens } from '../auth/access-token.ts'
import { startAddressNotices } from '../auth/address-changes.ts'
import { openAuthenticator } from '../auth/authenticate.ts'
import { openFirmFinder } from '../auth/firm-of-host.ts'
import { guardRoutes } from '../auth/guard.ts'
import { makePasswords, type PasswordCost } from '../auth/passwords.ts'
import type { MetricsReaders } from '../base/config.ts'
import { newId } from '../base/db/ids.ts'
import type { Services } from '../base/services.ts'
import { acceptBodies } from './bodies.ts'
import { closeSoon } from './closing.ts'
import { builtConsole, serveConsole } from './console-files.ts'
import { type DemoControls, type DemoLogIn, demoRoutes } from './demo.ts'
import { devRoutes } from './dev.ts'
import { eventRoutes } from './events.ts'
import { firmRoutes } from './firm.ts'
import { healthRoutes } from './health.ts'
import { importTokenRoutes } from './import-token.ts'
import { collectRoutes, openApiRoutes } from './openapi.ts'
import { ownDeliveryRoutes } from './own-delivery.ts'
import { ownSessionRoutes } from './own-sessions.ts'
import { refuseStrangeRequests } from './plain-requests.ts'
import { answerBrokenConnection, answerError, answerProblems } from './problems.ts'
import { logRequests, requestLogger } from './request-log.ts'
import { contentSecurityPolicy } from './security-headers.ts'
import { tellTimes } from './server-timing.ts'
import { type AttemptLimits, sessionRoutes, usualLimits } from './session.ts'
import type { SendMail } from './system-mail.ts'
import { viewAsRoutes } from './view-as.ts'

export interface AppOptions {
  /** The installation's 32 bytes; the key of the access tokens is derived from them. */
  secretKey: Uint8Array
  /** Sends one mail of the program itself, such as a link to set a new password. */
  sendMail: SendMail
  /** Adds routes under /api/v1 (`api.get('/judge/search', …)`); they need a token unless their config says otherwise. */
  register?: (api: FastifyInstance, services: Services, deps: { sendMail: SendMail }) => void | Promise<void>
  /** What the log-in page of a demo offers. */
  demoLogIns?: readonly DemoLogIn[]
  /** What can be done with a demo whose courts are at hand. */
  demoControls?: DemoControls
  consoleFolder?: string
  now?: () => Date
  passwordCost?: PasswordCost
  limits?: AttemptLimits
  /** Addresses of reverse proxies whose X-Forwarded-For is believed; nobody's when absent. */
  trustProxy?: readonly string[]
  /** Whom /metrics answers; nobody when absent. */
  metricsReaders?: MetricsReaders | undefined
  /** Milliseconds between signs of life on a stream of events. */
  heartbeatMs?: number
}

/** The HTTP server with everything it serves, not yet listening. Closing it ends its streams and waits for its mails. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: requestLogger(services.log) as FastifyBaseLogger,
    // Its own lines would hold whole addresses; `logRequests` writes the one there is.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    trustProxy: options.trustProxy ? [...options.trustProxy] : false,
    bodyLimit: 1_048_576,
    // Room for what is refused with a sentence; beyond it the connection is answered without a request.
    http: { maxHeaderSize: 65_536 },
    clientErrorHandler: answerBrokenConnection,
    // An address that cannot be decoded never comes to a route.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  })
  answerProblems(app)
  acceptBodies(app)
  logRequests(app)
  closeSoon(app)
  await addPlugins(app, services.config.publicUrl)
  await app.register((api) => addApi(api, services, options), { prefix: '/api/v1' })
  healthRoutes(app, { ...services, metricsReaders: options.metricsReaders })
  await serveConsole(app, options.consoleFolder ?? builtConsole)
  return app
}

async function addPlugins(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    // Only where people come over TLS: a browser would hold a plain demo on localhost to it as well.
    hsts: publicUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  await app.register(compress, { threshold: 1024, encodings: ['gzip', 'deflate'] })
  await app.register(rateLimit, { global: false })
}

async function addApi(api: FastifyInstance, services: Services, options: AppOptions): Promise<void> {
  const now = options.now ?? (() => new Date())
  const tokens = makeAccessTokens(options.secretKey, now)
  const authenticator = openAuthenticator({ ...services, tokens, now })
  const firms = openFirmFinder({ ...services, now })
  const routes = collectRoutes(api)
  tellTimes(api)
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    // Nobody waits for a database that is known to be away.
    if (services.database.outage.current()) throw new ApiError('unavailable')
  })
  refuseStrangeRequests(api)
  guardRoutes(api, { authenticator, firms, database: services.database })
  const passwords = makePasswords(options.passwordCost)
  sessionRoutes(api, { ...services, ...options, limits: options.limits ?? usualLimits, tokens, passwords, now })
  firmRoutes(api, services)
  importTokenRoutes(api, services)
  viewAsRoutes(api, services)
  ownSessionRoutes(api, { ...services, now })
  ownDeliveryRoutes(api, services)
  devRoutes(api, services)
  demoRoutes(api, { ...services, logIns: options.demoLogIns ?? [], controls: options.demoControls })
  eventRoutes(api, { ...services, authenticator, heartbeatMs: options.heartbeatMs ?? 15_000 })
  openApiRoutes(api, routes)
  await options.register?.(api, services, options)
  closeWith(api, authenticator, firms, startAddressNotices({ ...services, ...options, onError: unnotified(services) }))
}

function unnotified({ log }: Services): (err: unknown) => void {
  return (err) => log.error({ err }, "a former address couldn't be notified")
}

function closeWith(api: FastifyInstance, ...parts: readonly { close: () => void | Promise<void> }[]): void {
  api.addHook('onClose', async () => {
    for (const part of parts) await part.close()
  })
}
