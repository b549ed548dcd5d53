import { parseArgs } from 'node:util'
import type { SpendOn } from './court/ledger.ts'
import { type ProfileName, profiles } from './profile.ts'
import { type SandboxOptions, startSandbox } from './sandbox.ts'
import type { SendOptions } from './sending/sender.ts'
import type { SmtpTarget } from './sending/smtp-session.ts'

const usage = `Usage: node packages/sandbox/src/main.ts [options]
  --seed TEXT            what everything is made from (1)
  --profile NAME         demo, test or bench (demo)
  --http-port N          courts, DNS, control and mail page (any free)
  --mailbox-port N       where outgoing mail is caught (any free)
  --smtp HOST:PORT       mail server of the firm; notices are sent there
  --to ADDRESS|DOMAIN    send to this address or domain instead of the attorneys' own
  --rate N               filings a second (0.2)
  --count N              filings; 0: only when asked by POST /control/send (endless)
  --concurrency N        SMTP connections at once (4)
  --spend-on WHEN        a link is used up on request or on delivery (delivery)
  --folder PATH          keep key, filings, used links and mail over restarts
  --dms-url URL          where saved documents are shown, for a link on the mail page
  --stop-with-stdin      end when the standard input does`

const values = readFlags()

if (values.help) {
  console.log(usage)
} else {
  await run().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)))
}

async function run(): Promise<void> {
  const { count, send, options } = readSettings()
  const sandbox = await startSandbox({ ...options, send })
  const stop = () => void sandbox.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // A parent that started this with a pipe stops it by exiting, however it exits.
  if (values['stop-with-stdin']) process.stdin.once('end', stop).resume()
  const { httpUrl, smtpPort, world } = sandbox
  console.log(JSON.stringify({ httpUrl, smtpPort, seed: world.seed, pid: process.pid }))
  if (send !== undefined && count !== 0) sandbox.startSending({ ...send, count })
}

/** Reads every flag before starting anything, so that a wrong one is reported even if it would not be used. */
function readSettings(): { count: number | undefined; send: SendOptions | undefined; options: SandboxOptions } {
  const smtp = values.smtp === undefined ? undefined : readTarget(values.smtp)
  const pace = { rate: readNumber('rate') ?? 0.2, concurrency: readNumber('concurrency') }
  return {
    count: readNumber('count'),
    send: smtp && { smtp, to: values.to, ...pace },
    options: {
      seed: values.seed ?? '1',
      profile: readProfile(values.profile ?? 'demo'),
      httpPort: readNumber('http-port') ?? 0,
      mailboxPort: readNumber('mailbox-port') ?? 0,
      folder: values.folder,
      dmsUrl: values['dms-url'],
      spendOn: readSpendOn(values['spend-on'] ?? 'delivery'),
    },
  }
}

function readFlags() {
  const text = { type: 'string' } as const
  const options = {
    seed: text,
    profile: text,
    'http-port': text,
    'mailbox-port': text,
    smtp: text,
    to: text,
    rate: text,
    count: text,
    concurrency: text,
    'spend-on': text,
    folder: text,
    'dms-url': text,
    'stop-with-stdin': { type: 'boolean' },
    help: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

function readTarget(hostAndPort: string): SmtpTarget {
  const cut = hostAndPort.lastIndexOf(':')
  const port = Number(hostAndPort.slice(cut + 1))
  if (cut < 1 || !Number.isInteger(port) || port < 1) fail(`--smtp must be HOST:PORT, not "${hostAndPort}"`)
  return { host: hostAndPort.slice(0, cut), port }
}

function readNumber(name: 'http-port' | 'mailbox-port' | 'rate' | 'count' | 'concurrency'): number | undefined {
  const written = values[name]
  if (written === undefined) return undefined
  const number = Number(written)
  if (written.trim() === '' || !(number >= 0)) fail(`--${name} must be a number, not "${written}"`)
  return number
}

function readProfile(name: string): ProfileName {
  if (name in profiles) return name as ProfileName
  return fail(`--profile must be demo, test or bench, not "${name}"`)
}

function readSpendOn(when: string): SpendOn {
  if (when === 'request' || when === 'delivery') return when
  return fail(`--spend-on must be request or delivery, not "${when}"`)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}
