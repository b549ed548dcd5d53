import { withHeader } from './signed-mail.ts'
import { sealedBy } from './trust-scenarios.ts'
import { withBanner } from './witnessed-mail.ts'

/** The forwarding service that the firm trusts. */
export const sealer = 'google.com'

/** Another court, which nothing is from. */
export const neighbor = 'nyed.uscourts.gov'

interface Written {
  written: Buffer
  signed: Buffer
  /** As a stranger changed it. */
  sent: Buffer
}

interface Sealing {
  pick: <T>(choices: readonly T[]) => T
  /** The domain in its From header. */
  from: string
  /** Changes a header. */
  change: (raw: Buffer) => Buffer
}

/**
 * A forwarding service received a message, from the court's own server or from a stranger, changed it, and sealed it.
 * Returns what the court is proven to have written, too.
 */
export async function sealedMessage({ written, signed, sent }: Written, { pick, from, change }: Sealing) {
  const inService = pick([withBanner, withBanner, withFooter, withoutSignature])
  if (pick([true, false])) {
    const sealed = await sealedBy(sealer, 'pass', from)(inService(signed))
    const raw = pick([sealed, sealed, change(sealed)])
    return { readings: [written, inService(written)], raw, deliveredBy: from }
  }
  const found = pick([
    { spf: 'fail', mailFrom: `x@${from}` },
    { spf: 'pass', mailFrom: 'x@evil.example' },
    { spf: 'none', mailFrom: from },
    { spf: 'pass', mailFrom: `ecf@${neighbor}` },
    { spf: `fail smtp.mailfrom=${from}; spf=pass`, mailFrom: from },
  ])
  const seal = sealedBy(pick([sealer, sealer, 'evil.example']), 'pass', pick([from, from, 'evil.example']), found)
  return { readings: [written], raw: await seal(inService(sent)) }
}

const withFooter = (raw: Buffer) => Buffer.concat([raw, Buffer.from('<p>The docketing group</p>\r\n')])
const withoutSignature = (raw: Buffer) => withHeader(raw, 'DKIM-Signature: ', 'removed')
