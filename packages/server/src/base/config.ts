import path from 'node:path'
import { isEmail } from '@courtcrier/contract/fields/email.ts'
import type { TrackingTerms } from '@courtcrier/contract/tracking.ts'
import {
  type ConfigPlaces,
  isHostName,
  isProxyAddress,
  parseUrl,
  publicName,
  readPlaces,
  readSince,
  urlOfHost,
  withoutUser,
} from './config-addresses.ts'

/** Which parts of Courtcrier this process runs. */
export const roleNames = ['web', 'worker', 'mail'] as const
export type RoleName = (typeof roleNames)[number]

export interface MailServer {
  host: string
  port: number
  isSecure: boolean
  user?: string
  password?: string
  /** The name this program greets a mail server with (EHLO); the machine's own name if absent. */
  ehloName?: string
}

export interface ImapAccount extends MailServer {
  folder: string
  /** The firm whose mailbox it is. */
  firmId: number
  /** The folder that received messages are moved to; if absent, they are flagged as seen. */
  doneFolder?: string
  /** How the mailbox's own mail server names itself in `Authentication-Results`, where the IMAP server doesn't tell. */
  authserv?: string
  /** Messages that the server received before it are left as they are. */
  readFrom?: Date
  /** Whether messages from before the mailbox was first read are left as they are. */
  isFromFirstRead?: boolean
}

/** A service that reads titles, with OpenAI's chat completions at `url`. */
export interface TitleService {
  /** Without a slash at its end, such as `https://api.example.com/v1`. */
  url: string
  model: string
  key?: string
}

/** Who may read the metrics: clients with the token, and clients in one of the networks. */
export interface MetricsReaders {
  token?: string
  networks: readonly string[]
}

/** All settings, as read from the environment. */
export interface Config {
  dataFolder: string
  blobFolder: string
  /** Root folder of the file system storage; policies cannot reach outside. */
  storageFolder: string
  databaseUrl: string | undefined
  roles: readonly RoleName[]
  host: string
  port: number
  /** Where people reach the console; links in mails begin with it. */
  publicUrl: string
  smtpHost: string
  /** 0 takes any free port; undefined runs no listener. */
  smtpPort: number | undefined
  smtpCertificate: { certFile: string; keyFile: string } | undefined
  imapAccounts: readonly ImapAccount[]
  /** The server that sends mail; without one, deliveries wait and show the reason. */
  outgoing: MailServer | undefined
  mailFrom: string
  /** The name mail servers are greeted with (EHLO); absent: the machine's own name. */
  ehloName: string | undefined
  /** 32 bytes, base64 or hexadecimal, that encrypt secrets at rest; stored in the data folder when absent. */
  secretKey: string | undefined
  logLevel: string
  /** Addresses and networks of reverse proxies whose X-Forwarded-For is trusted; none when absent. */
  trustedProxies: readonly string[] | undefined
  /** The private hosts and networks that webhooks may call. */
  privateWebhooks: 'all' | ConfigPlaces
  /** Who may read /metrics; no one when absent. */
  metricsReaders: MetricsReaders | undefined
  /** Only for demos and tests: where all requests to courts go. */
  courtGateway: string | undefined
  /** Only for demos and tests: where all requests to services that store documents go. */
  storeGateway: string | undefined
  /** Only for demos and tests: the server that answers DNS queries about senders. */
  dnsGateway: string | undefined
  /** The name of the build, set by its builder. */
  build: string | undefined
  /** Demo logins are offered on the login page. */
  isDemo: boolean
  /** Where the demo's outgoing mail can be read. */
  demoMailboxUrl: string | undefined
  /** The delay before the first retry; it doubles with each, up to sixty times this. */
  retrySeconds: number
  /** Maximum number of concurrent requests to one court. */
  courtRequests: number
  /** Notices processed at once. */
  concurrency: number
  /** Bytes of the largest file that can be imported through the API. */
  importBytes: number
  /** What tracking a case costs; anything unset is as agreed with the provider. */
  trackingTerms: TrackingTerms
  /** Private networks in which firms may have their DMS; none when absent. */
  privateStores: readonly string[] | undefined
  /** Private networks in which firms may have their mailboxes; none when absent. */
  privateMail: readonly string[] | undefined
  /** Private networks in which firms may have their identity providers; none when absent. */
  privateSignOn: readonly string[] | undefined
  /** Host names where case tracking is on for firms that subscribed to it; everywhere when empty. */
  trackingHosts: readonly string[]
  /** Asked for titles by firms that subscribed to that; none when absent. */
  titleService: TitleService | undefined
}

/** A setting is wrong; the message names it and says what it should be. */
export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings. The only place that looks at the environment; docs/operations.md lists them.
 * Throws `ConfigError` with every wrong setting named.
 */
export function readConfig(environment: Environment): Config {
  const wrong: string[] = []
  const read = compoundReader(environment, wrong)
  const dataFolder = path.resolve(read.text('COURTCRIER_DATA') ?? 'data')
  const port = read.port('COURTCRIER_PORT') ?? 8420
  const host = read.text('COURTCRIER_HOST') ?? '127.0.0.1'
  const publicUrl = (read.url('COURTCRIER_URL', ['http:', 'https:']) ?? urlOfHost(host, port)).replace(/\/$/, '')
  const ehloName = read.hostName('COURTCRIER_SMTP_NAME') ?? publicName(publicUrl)
  const outgoing = read.mailServer('COURTCRIER_SMTP_OUT', ['smtp:', 'smtps:'])
  const config: Config = {
    dataFolder,
    blobFolder: path.resolve(read.text('COURTCRIER_BLOBS') ?? path.join(dataFolder, 'blobs')),
    storageFolder: path.resolve(read.text('COURTCRIER_STORAGE') ?? path.join(dataFolder, 'storage')),
    databaseUrl: read.secretUrl('DATABASE_URL', ['postgres:', 'postgresql:']),
    roles: read.roles('COURTCRIER_ROLES'),
    host,
    port,
    publicUrl,
    smtpHost: read.text('COURTCRIER_SMTP_HOST') ?? host,
    smtpPort: read.port('COURTCRIER_SMTP_PORT'),
    smtpCertificate: read.certificate(),
    imapAccounts: read.imapAccounts('COURTCRIER_IMAP'),
    outgoing: outgoing && { ...outgoing, ...(ehloName === undefined ? {} : { ehloName }) },
    ehloName,
    mailFrom: read.email('COURTCRIER_MAIL_FROM') ?? 'courtcrier@localhost',
    secretKey: read.text('COURTCRIER_SECRET_KEY'),
    logLevel:
      read.choice('COURTCRIER_LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) ?? 'info',
    trustedProxies: read.proxies('COURTCRIER_TRUST_PROXY'),
    privateWebhooks: read.places('COURTCRIER_ALLOW_PRIVATE_WEBHOOKS'),
    metricsReaders: read.metricsReaders(),
    courtGateway: read.url('COURTCRIER_COURT_GATEWAY', ['http:']),
    storeGateway: read.url('COURTCRIER_STORE_GATEWAY', ['http:']),
    dnsGateway: read.url('COURTCRIER_DNS_GATEWAY', ['http:']),
    build: read.text('COURTCRIER_BUILD'),
    isDemo: read.choice('COURTCRIER_DEMO', ['0', '1']) === '1',
    demoMailboxUrl: read.url('COURTCRIER_DEMO_MAILBOX', ['http:']),
    retrySeconds: read.whole('COURTCRIER_RETRY_SECONDS', 1, 3600) ?? 60,
    courtRequests: read.whole('COURTCRIER_COURT_REQUESTS', 1, 16) ?? 4,
    concurrency: read.whole('COURTCRIER_CONCURRENCY', 1, 256) ?? 64,
    importBytes: (read.whole('COURTCRIER_IMPORT_MEGABYTES', 1, 2000) ?? 200) * 1_000_000,
    privateStores: read.proxies('COURTCRIER_ALLOW_PRIVATE_STORES'),
    privateMail: read.proxies('COURTCRIER_ALLOW_PRIVATE_MAIL'),
    privateSignOn: read.proxies('COURTCRIER_ALLOW_PRIVATE_SIGN_ON'),
    trackingTerms: {
      monthlyFee: read.amount('COURTCRIER_TRACKING_FEE') ?? null,
      documentCost: read.amount('COURTCRIER_TRACKING_DOCUMENT_COST') ?? null,
    },
    titleService: read.titleService(),
    trackingHosts: (read.text('COURTCRIER_TRACKING_HOSTS') ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return config
}

function reader(environment: Environment, wrong: string[]) {
  const text = (name: string) => environment[name]?.trim() || undefined
  const refuse = (name: string, expected: string) => {
    wrong.push(`${name} is "${text(name)}", but must be ${expected}.`)
    return undefined
  }
  const refuseSecret = (name: string, value: string, expected: string) => {
    const shown = withoutUser(value)
    wrong.push(`${name} ${shown === undefined ? '' : `is "${shown}", but `}must be ${expected}.`)
    return undefined
  }
  const whole = (name: string, least: number, most: number) => {
    const value = text(name)
    if (value === undefined) return undefined
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most ? number : refuse(name, `a whole number from ${least} to ${most}`)
  }
  const url = (name: string, protocols: readonly string[]) => {
    const value = text(name)
    if (value === undefined || parseUrl(value, protocols)) return value
    return refuse(name, urlForm(protocols))
  }
  const secretUrl = (name: string, protocols: readonly string[]) => {
    const value = text(name)
    if (value === undefined || parseUrl(value, protocols)) return value
    return refuseSecret(name, value, urlForm(protocols))
  }
  const choice = (name: string, values: readonly string[]) => {
    const value = text(name)
    if (value === undefined || values.includes(value)) return value
    return refuse(name, `one of ${values.join(', ')}`)
  }
  const mailServer = (name: string, protocols: readonly string[]) => {
    const value = text(name)
    const parsed = value === undefined ? undefined : parseUrl(value, protocols)
    if (value === undefined || parsed?.hostname) return parsed && mailServerOf(parsed)
    return refuseSecret(name, value, urlForm(protocols))
  }
  const proxies = (name: string): readonly string[] | undefined => {
    const parts = text(name)
      ?.split(',')
      .map((part) => part.trim())
    if (!parts || parts.every(isProxyAddress)) return parts
    return refuse(name, 'addresses or networks, separated by commas, such as 10.0.0.5,192.168.0.0/16')
  }
  return { text, refuse, refuseSecret, whole, url, secretUrl, choice, mailServer, proxies }
}

/** Settings built from the texts and numbers above: lists, pairs of settings, and values with a form of their own. */
function compoundReader(environment: Environment, wrong: string[]) {
  const simple = reader(environment, wrong)
  const { text, refuse, refuseSecret, whole, proxies } = simple
  return {
    ...simple,
    amount: (name: string) => {
      const value = text(name)
      if (value === undefined || /^\d{1,6}\.\d\d$/.test(value)) return value
      return refuse(name, 'an amount in US dollars such as 25.00')
    },
    port: (name: string) => whole(name, 0, 65_535),
    email: (name: string) => {
      const value = text(name)
      return value === undefined || isEmail(value) ? value : refuse(name, 'an email address')
    },
    hostName: (name: string) => {
      const value = text(name)?.toLowerCase()
      return value === undefined || isHostName(value) ? value : refuse(name, 'a host name such as mail.firm.example')
    },
    roles: (name: string): readonly RoleName[] => {
      const parts = (text(name) ?? roleNames.join(',')).split(',').map((part) => part.trim())
      const known = roleNames.filter((role) => parts.includes(role))
      return known.length === parts.length ? known : (refuse(name, `some of ${roleNames.join(',')}`) ?? roleNames)
    },
    certificate: () => {
      const certFile = text('COURTCRIER_SMTP_CERT')
      const keyFile = text('COURTCRIER_SMTP_KEY')
      if (certFile && keyFile) return { certFile, keyFile }
      if (certFile || keyFile) wrong.push('COURTCRIER_SMTP_CERT and COURTCRIER_SMTP_KEY must be set together.')
      return undefined
    },
    titleService: (): TitleService | undefined => {
      const url = simple.url('COURTCRIER_TITLES_URL', ['http:', 'https:'])?.replace(/\/$/, '')
      const model = text('COURTCRIER_TITLES_MODEL')
      const key = text('COURTCRIER_TITLES_KEY')
      if (url && model) return { url, model, ...(key && { key }) }
      if (url || model || key) wrong.push('COURTCRIER_TITLES_URL and COURTCRIER_TITLES_MODEL must be set together.')
      return undefined
    },
    imapAccounts: (name: string) => imapAccountsOf(text(name) ?? '', (part) => refuseSecret(name, part, imapForm)),
    metricsReaders: (): MetricsReaders | undefined => {
      const token = text('COURTCRIER_METRICS_TOKEN')
      const networks = proxies('COURTCRIER_METRICS_FROM')
      if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token))
        wrong.push('COURTCRIER_METRICS_TOKEN must be at least 16 characters without spaces (openssl rand -hex 32).')
      if (token === undefined && networks === undefined) return undefined
      return { networks: networks ?? [], ...(token === undefined ? {} : { token }) }
    },
    places: (name: string): 'all' | ConfigPlaces => {
      const value = text(name)
      if (value === '1' || value === 'true') return 'all'
      const places = readPlaces(value === '0' || value === 'false' ? '' : (value ?? ''))
      return places ?? refuse(name, placesForm) ?? { hosts: [], networks: [] }
    },
  }
}

const placesForm =
  'hosts and networks, separated by commas, such as hooks.firm.lan,10.0.5.0/24; or 1 for everything, or 0'

const imapForm =
  'imaps://user:password@host/Folder?firm=1&done=Folder&authserv=mx.host&since=2026-11-01 with the number of the firm and everything else percent-encoded, several of them separated by spaces'

function imapAccountsOf(text: string, refuse: (part: string) => undefined): ImapAccount[] {
  return text.split(/\s+/).flatMap((part) => {
    if (part === '') return []
    const url = parseUrl(part, ['imap:', 'imaps:'])
    const firm = url?.searchParams.get('firm') ?? '1'
    if (!url?.hostname || !/^[1-9]\d{0,8}$/.test(firm)) return refuse(part) ?? []
    const doneFolder = url.searchParams.get('done')
    const authserv = url.searchParams.get('authserv')?.toLowerCase()
    if (authserv !== undefined && !/^[a-z0-9][\w.-]{0,252}$/.test(authserv)) return refuse(part) ?? []
    const since = readSince(url.searchParams.get('since'))
    if (!since) return refuse(part) ?? []
    return [
      {
        ...mailServerOf(url),
        folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
        firmId: Number(firm),
        ...(doneFolder ? { doneFolder } : {}),
        ...(authserv === undefined ? {} : { authserv }),
        ...since,
      },
    ]
  })
}

const usualPorts: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465, 'imap:': 143, 'imaps:': 993 }

function mailServerOf(url: URL): MailServer {
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (usualPorts[url.protocol] ?? 25),
    isSecure: url.protocol.endsWith('s:'),
    ...(url.username ? { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } : {}),
  }
}

function urlForm(protocols: readonly string[]): string {
  return `a URL that starts with ${protocols.join(' or ')}`
}
