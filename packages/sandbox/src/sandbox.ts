import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { makeCourtSite } from './court/court.ts'
import { makeFaults } from './court/faults.ts'
import { makeLateStamps } from './court/late-stamps.ts'
import { type LinkRecord, makeLedger, type SpendOn } from './court/ledger.ts'
import type { Filing } from './filings/filing.ts'
import { makeFilingStore, simulatedStart } from './filings/filing-store.ts'
import type { ScenarioName } from './filings/scenarios.ts'
import { makeHandler } from './http/handler.ts'
import { type CourtRequest, makeRequestLog } from './http/request-log.ts'
import { openJournal } from './journal.ts'
import type { Mail } from './mailbox/mail.ts'
import { startMailbox } from './mailbox/mailbox.ts'
import { makeMessage, type OutgoingNotice } from './notice/message.ts'
import { makeSigningKey, makeTxtRecords } from './notice/signing.ts'
import { type FaultRates, type Mix, type Profile, type ProfileName, profiles } from './profile.ts'
import { type FilingReport, reportFilings } from './report.ts'
import type { Sending, SendOptions, SendResult } from './sending/sender.ts'
import { makeSendings } from './sending/sendings.ts'
import { makeWorld, type World } from './world/world.ts'
import { openDemoWorld } from './world/world-as-of.ts'

export interface SandboxOptions {
  seed?: string | number
  profile?: ProfileName
  /** Changes to the profile. */
  mix?: Partial<Mix>
  faults?: Partial<FaultRates>
  clock?: Profile['clock']
  kinds?: Profile['kinds']
  spendOn?: SpendOn
  /** 0 uses any free port. */
  httpPort?: number
  mailboxPort?: number
  /** Keeps key, filings, used links and captured mail across restarts. */
  folder?: string
  /** Pause between the four chunks of a slow response. */
  slowPauseMs?: number
  /**
   * How often each document of a state court is served without its stamp before the clerk has stamped it; its links then
   * open any number of times. Courts stamp at once if absent.
   */
  lateStamps?: number
  /** Where the demo shows documents saved to a DMS, for a link on the mail page. */
  dmsUrl?: string | undefined
  /** The defaults of `POST /control/send`. */
  send?: SendOptions
}

export interface Sandbox {
  /** Gateway for court requests, DNS questions, control and the mail page. */
  httpUrl: string
  /** The port that captures outgoing mail. */
  smtpPort: number
  world: World
  sendFilings(options: SendOptions): Promise<SendResult>
  startSending(options: SendOptions): Sending
  /** Files a filing for the scenario and sends its notices. */
  sendScenario(scenario: ScenarioName, options: SendOptions): Promise<SendResult>
  /** Files a filing and returns the messages, for callers that send them in their own order. */
  fileScenario(scenario: ScenarioName): Promise<FiledScenario>
  /** Returns every request to a court's host, and to hosts that aren't a court's. */
  requests(): CourtRequest[]
  mails(): Promise<Mail[]>
  /** Answers the next messages with 451. */
  refuseMails(count: number): void
  served(): LinkRecord[]
  filings(): FilingReport[]
  historical(count: number, until: string): Filing[]
  stop(): Promise<void>
}

export interface FiledScenario {
  filing: FilingReport
  messages: OutgoingNotice[]
}

/** Starts courts, mail server and control on 127.0.0.1. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const profile = chooseProfile(options)
  const world = await chooseWorld(options, profile)
  const spendOn = options.spendOn ?? 'delivery'
  const journal = await openJournal(options.folder, { world, makeKey: makeSigningKey })
  const filings = makeFilingStore({ world, profile, past: journal.filings, onFiled: journal.noteFiled })
  const ledger = makeLedger({ spendOn, past: journal.served, onServed: journal.noteServed })
  const faults = makeFaults(world.seed, profile.faults)
  const lateStamps = makeLateStamps(world, options.lateStamps)
  const slowPauseMs = options.slowPauseMs ?? 120
  const site = makeCourtSite({ world, filings, ledger, faults, lateStamps, spendOn, slowPauseMs })
  const mailFolder = options.folder === undefined ? undefined : join(options.folder, 'mail')
  const mailbox = await startMailbox({ port: options.mailboxPort ?? 0, folder: mailFolder })
  const sendings = makeSendings(filings, journal.key, options.send)
  const log = makeRequestLog()
  const report = () => reportFilings({ world, filings: filings.all(), faults })
  const historical = (count: number, until: string) => filings.fileHistory(count, readMoment(until))
  const txtRecords = makeTxtRecords(journal.key)
  const fileScenario = async (name: ScenarioName): Promise<FiledScenario> => {
    const filing = filings.fileScenario(name)
    const messages = filing.notices.map((notice) => makeMessage(filing, notice, journal.key))
    const [reported] = reportFilings({ world, filings: [filing], faults })
    if (reported === undefined) throw new Error('A filing was not reported')
    return { filing: reported, messages }
  }
  const handler = makeHandler({
    world,
    site,
    filings,
    ledger,
    mailbox,
    sendings,
    log,
    report,
    historical,
    fileScenario,
    txtRecords,
    key: journal.key,
    dmsUrl: options.dmsUrl,
  })
  const server = await listen(createServer(handler), options.httpPort ?? 0)
  return {
    httpUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    smtpPort: mailbox.port,
    world,
    sendFilings: (send) => sendings.start(send).done,
    startSending: (send) => sendings.start(send),
    sendScenario: (name, send) => sendings.start({ ...send, count: 1 }, name).done,
    fileScenario,
    requests: log.list,
    mails: mailbox.store.list,
    refuseMails: mailbox.refuseNext,
    served: ledger.records,
    filings: report,
    historical,
    stop: async () => {
      await sendings.stopAll()
      await mailbox.stop()
      await close(server)
      await journal.close()
    },
  }
}

/** The demo has a world of its own, with dates relative to its first day. */
async function chooseWorld({ seed = 1, profile: name, folder }: SandboxOptions, profile: Profile): Promise<World> {
  if (name !== 'demo') return makeWorld(seed)
  return openDemoWorld({ seed, folder, asOf: profile.clock === 'wall' ? new Date() : simulatedStart })
}

function chooseProfile({ profile = 'test', mix, faults, clock, kinds }: SandboxOptions): Profile {
  const base = profiles[profile]
  return {
    mix: { ...base.mix, ...mix },
    faults: { ...base.faults, ...faults },
    clock: clock ?? base.clock,
    kinds: kinds ?? base.kinds,
  }
}

function readMoment(iso: string): Date {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) throw new RangeError(`"${iso}" is not a date and time`)
  return at
}

function listen(server: Server, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
