import { openTurns, type TurnLimits } from '@courtcrier/lib/turns.ts'
import type { Config } from './base/config.ts'
import type { WorkOptions } from './base/db/jobs.ts'
import type { Services } from './base/services.ts'
import { isCourtHost } from './courts/directory/directory.ts'
import { openExaminer } from './mail/examine-senders.ts'
import { openCaseMaker } from './notices/case-creation/create-case.ts'
import { startKeepingFilings } from './notices/inbox-filings/keep-filings.ts'
import { askAgain } from './notices/pipeline/ask-again.ts'
import { openExclusive } from './notices/pipeline/exclusive.ts'
import { openFirmFormats } from './notices/pipeline/firm-formats.ts'
import { workLaterArrivals } from './notices/pipeline/later-arrivals.ts'
import { type PipelineDeps, runItem } from './notices/pipeline/run.ts'
import type { RetrieveResult } from './notices/pipeline/stage.ts'
import { readScan } from './notices/stamps/read-scan.ts'
import { runStampWait } from './notices/stamps/run-wait.ts'
import { releaseOnOtherPlace } from './notices/storing/release-missing.ts'
import { startFeedingTexts } from './notices/texts/feed-texts.ts'
import { readPictures } from './notices/texts/read-pictures.ts'
import { readText, type TextReader, textReader } from './notices/texts/read-text.ts'
import { askForTitle } from './notices/titles/ask-for-title.ts'
import { onePerPlace } from './outbox/copies/one-per-place.ts'
import { startDigestSchedule } from './outbox/digests/schedule.ts'
import { openKinds } from './outbox/kinds.ts'
import type { OutgoingMail } from './outbox/mail/outgoing-mail.ts'
import { runExport } from './records/transfer/export-job.ts'
import { runImportJob } from './records/transfer/import-job.ts'
import { startExportSweep } from './records/transfer/sweep-exports.ts'
import { callOffAll } from './records/transfer/watched.ts'
import { startApplyingWalls } from './records/walls/apply.ts'
import { openCourtHttp } from './retrieval/court-http.ts'
import { openFetchJournal } from './retrieval/fetch-journal.ts'
import { startAnswerSweep } from './retrieval/sweep-answers.ts'
import type { RetrieveDeps } from './retrieval/try-links.ts'
import { startExpiryWatch } from './stores/expiry.ts'
import { releaseOnRepair } from './stores/health.ts'
import { startSharingLimits } from './stores/share-limits.ts'
import { startSweep } from './sweep.ts'

/** Each holds a transaction and a file; imports of one resource run one at a time anyway. */
const transferConcurrency = 2
/** Links expire after 15 to 30 days; older journal entries are of no use. */
const journalAgeMs = 35 * 86_400_000

/** Starts processing notices, deliveries and copies. A court is slow whose notices take `slowCourtMs` milliseconds. */
export async function startWorker(
  services: Services,
  mail: OutgoingMail,
  { reader = textReader, slowCourtMs = 20_000 } = {},
): Promise<{ stop: () => Promise<void> }> {
  const { config, jobs, secrets } = services
  const retrieval = openRetrieval(services)
  const { exclusive, close } = openExclusive(services.database)
  const examiner = openExaminer({ dnsGateway: config.dnsGateway, log: services.log })
  const formats = openFirmFormats({ feed: services.feed, now: () => new Date() })
  const cases = openCaseMaker(services)
  const deps: PipelineDeps = {
    services,
    exclusive,
    turns: openTurns(courtTurns(config, slowCourtMs), services.database.outage),
    stageDeps: (read) => ({
      ...{ config, secrets, retrieval, cases, onePerPlace, read },
      formats: formats.find,
      examine: examiner.examine,
    }),
    onCommitted: (stage, result) => {
      if (stage === 'retrieve') retrieval.journal.forget((result as RetrieveResult).keys)
    },
  }
  retrieval.journal.sweep(journalAgeMs)
  const stopSharing = startSharingLimits(services)
  jobs.work('notice', (job) => runItem(deps, job), { concurrency: config.concurrency })
  workLaterArrivals(deps)
  jobs.work('awaited', (job) => askAgain(deps, job), { concurrency: awaitedConcurrency })
  const kinds = openKinds(services, mail)
  for (const { queue, run, concurrency, mostOfFirm, takeEveryMs } of kinds)
    jobs.work(queue, run, { concurrency, mostOfFirm, takeEveryMs })
  const stampDeps = { services, retrieval, turns: openTurns(stampTurns, services.database.outage) }
  jobs.work('stamp', (job) => runStampWait(stampDeps, job), { concurrency: stampConcurrency })
  jobs.work('scan', (job) => readScan(services, job), { concurrency: 1 })
  jobs.work('title', (job) => askForTitle(services, job), { concurrency: 2 })
  jobs.work('export', (job) => runExport(services, job), { concurrency: transferConcurrency })
  jobs.work('import', (job) => runImportJob(services, job), { concurrency: transferConcurrency })
  const stops = [
    startSweep(services, kinds),
    startAnswerSweep(services, retrieval.journal),
    startExportSweep(services),
    releaseOnRepair(services),
    releaseOnOtherPlace(services),
    startExpiryWatch(services),
    startDigestSchedule(services),
    startApplyingWalls(services),
    startKeepingFilings(services),
    startReadingTexts(services, reader),
  ]
  return {
    stop: async () => {
      for (const stop of stops) await stop()
      callOffAll(jobs)
      await jobs.stop()
      await stopSharing()
      formats.close()
      await examiner.close()
      await close()
    },
  }
}

/**
 * Reads the text of documents in queues of their own: one document's text and one's pictures at a time, and none while
 * notices, emails and copies are being processed, because people wait for those.
 */
function startReadingTexts(services: Services, reader: TextReader): () => Promise<void> {
  const controller = new AbortController()
  const deps = { services, reader, signal: controller.signal }
  const work: WorkOptions = { concurrency: 1, after: ['notice', 'delivery', 'copy'] }
  services.jobs.work('text', (job) => readText(deps, job), work)
  services.jobs.work('ocr', (job) => readPictures(deps, job), work)
  const stopFeeding = startFeedingTexts(services)
  return async () => {
    controller.abort()
    await stopFeeding()
    await reader.stop()
  }
}

/**
 * A court that hangs, and a firm whose courts hang, leave slots to the others. Twice as many notices as a court gets
 * requests keep it busy while documents are saved. A filing with many documents takes a while without its court being
 * slow.
 */
function courtTurns({ concurrency, courtRequests }: Config, slowMs: number): TurnLimits {
  const half = Math.max(1, Math.floor(concurrency / 2))
  return {
    mostTogether: Math.min(2 * courtRequests, half),
    mostOfFirm: Math.max(1, Math.floor((concurrency * 3) / 4)),
    mostOfAllSlow: half,
    slowMs,
  }
}

/** A court that was down for hours may have many awaited documents, which are no reason to keep others' notices waiting. */
const awaitedConcurrency = 4

/** No one waits for a stamp by the second, and each look may read a scan. */
const stampConcurrency = 4
const stampTurns: TurnLimits = { mostTogether: 2, mostOfFirm: 3, mostOfAllSlow: 2, slowMs: 20_000 }

function openRetrieval({ config, blobs, log, metrics }: Services): RetrieveDeps {
  const { courtGateway: gateway, courtRequests: perCourt } = config
  return {
    http: openCourtHttp({ isAllowedHost: isCourtHost, perCourt, ...(gateway ? { gateway } : {}) }),
    perCourt,
    journal: openFetchJournal(config.dataFolder),
    isAllowedHost: isCourtHost,
    blobs,
    now: () => new Date(),
    log,
    onRequest: ({ verdict }) => metrics.courtRequests.inc({ verdict }),
  }
}
