import { type Installation, signIn, startInstallation, untilAtRest } from '../e2e/harness.ts'
import { openFilling } from './filled-firm.ts'
import { startPostgres } from './postgres.ts'
import { fillFirm, prepareFilling } from './search-fill.ts'

/** What the firm had before the filings that its inbox shows. */
const size = { cases: 20_000, matters: 6000, clients: 2000, items: 60_000 }

export interface TriageFirm {
  installation: Installation
  close: () => Promise<void>
}

/**
 * Starts a Courtcrier whose inbox begins with filings the simulated courts really sent, so that an opened item has its
 * email, documents, recipients and history. Below them are years of made-up ones.
 */
export async function startTriageFirm(filings: number): Promise<TriageFirm> {
  const postgres = await startPostgres()
  const installation = await startInstallation(postgres ? { environment: { DATABASE_URL: postgres.url } } : {})
  const close = async () => {
    await installation.close()
    await postgres?.stop()
  }
  try {
    const { run, end } = await openFilling(installation.courtcrier.services, postgres?.url)
    await prepareFilling(run)
    await fillFirm(run, 1, size)
    await run('analyze')
    await end()
    const call = await signIn(installation.url, 'Docketing')
    await installation.sandbox.sendFilings({ smtp: installation.smtp, count: filings })
    await untilAtRest(call, undefined, 500)
    return { installation, close }
  } catch (error) {
    await close()
    throw error
  }
}
