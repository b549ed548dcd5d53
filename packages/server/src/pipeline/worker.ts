import type { Services } from '../base/services.ts'
import { isCourtHost } from '../courts/directory.ts'
import { deliver } from '../delivery/deliver.ts'
import type { OutgoingMail } from '../delivery/outgoing-mail.ts'
import { startDigestSchedule } from '../digest/schedule.ts'
import { sendDigest } from '../digest/send-digest.ts'
import { runExport } from '../import/export-job.ts'
import { runImportJob } from '../import/import-job.ts'
import { startExportSweep } from '../import/sweep-exports.ts'
import { callOffAll } from '../import/watched.ts'
import { openExaminer } from '../mail/examine-senders.ts'
import { openCourtHttp } from '../retrieval/court-http.ts'
import { openFetchJournal } from '../retrieval/fetch-journal.ts'
import { startAnswerSweep } from '../retrieval/sweep-answers.ts'
import type { RetrieveDeps } from '../retrieval/try-links.ts'
import { storeCopy } from '../storage/store-copy.ts'
import { startExpiryWatch } from '../stores/expiry.ts'
import { releaseOnRepair } from '../stores/health.ts'
import { workOnCalls } from '../webhooks/work-calls.ts'
import { openExclusive } from './exclusive.ts'
import { openFirmFormats } from './firm-formats.ts'
import { type PipelineDeps, runItem } from './run.ts'
import type { RetrieveResult } from './stage.ts'
import { startSweep } from './sweep.ts'

/** Deliveries and copies wait for disks and mail servers, not for the processor. */
const deliveryConcurrency = 24
const copyConcurrency = 24
/** As many as a transaction takes are built while as many are sent. */
const digestConcurrency = 48
/** Each holds a transaction and a file; imports of one resource take turns anyway. */
const transferConcurrency = 2
/** Links die after 15 to 30 days; what the journal still holds then is of no use. */
const journalAgeMs = 35 * 86_400_000

/** Starts the work on notices, deliveries and copies. */
export async function startWorker(services: Services, mail: OutgoingMail): Promise<{ stop: () => Promise<void> }> {
  const { config, jobs } = services
  const retrieval = openRetrieval(services)
  const { exclusive, close } = openExclusive(services.database)
  const examiner = openExaminer({ dnsGateway: config.dnsGateway, log: services.log })
  const formats = openFirmFormats({ feed: services.feed, now: () => new Date() })
  const deps: PipelineDeps = {
    services,
    exclusive,
    stageDeps: (read) => ({ config, formats: formats.find, retrieval, examine: examiner.examine, read }),
    onCommitted: (stage, result) => {
      if (stage === 'retrieve') retrieval.journal.forget((result as RetrieveResult).keys)
    },
  }
  retrieval.journal.sweep(journalAgeMs)
  jobs.work('notice', (job) => runItem(deps, job), { concurrency: config.concurrency })
  jobs.work('delivery', (job) => deliver(services, mail, job), { concurrency: deliveryConcurrency })
  jobs.work('digest', (job) => sendDigest(services, mail, job), { concurrency: digestConcurrency })
  jobs.work('copy', (job) => storeCopy(services, job), { concurrency: copyConcurrency })
  workOnCalls(services)
  jobs.work('export', (job) => runExport(services, job), { concurrency: transferConcurrency })
  jobs.work('import', (job) => runImportJob(services, job), { concurrency: transferConcurrency })
  const stopSweep = startSweep(services)
  const stopAnswerSweep = startAnswerSweep(services, retrieval.journal)
  const stopExportSweep = startExportSweep(services)
  const stopReleases = releaseOnRepair(services)
  const stopExpiry = startExpiryWatch(services)
  const stopDigestSchedule = startDigestSchedule(services)
  return {
    stop: async () => {
      stopSweep()
      stopAnswerSweep()
      stopExportSweep()
      stopReleases()
      stopExpiry()
      await stopDigestSchedule()
      callOffAll()
      await jobs.stop()
      formats.close()
      await examiner.close()
      await close()
    },
  }
}

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
