import { X509Certificate } from 'node:crypto'
import type { Config } from '../base/config.ts'
import { readCertificate } from '../mail/smtp-certificate.ts'
import type { Check } from './check.ts'

const day = 86_400_000
/** Certificates that are renewed automatically are renewed a month before they end. */
const soonDays = 14

/** Checks the listener's certificate: that it can be read, belongs to its key, and hasn't ended. */
export async function checkCertificate({ smtpCertificate }: Config): Promise<readonly Check[]> {
  const name = 'Certificate'
  // Without one there is no encryption, which the check of incoming mail says.
  if (!smtpCertificate) return []
  const { cert } = await readCertificate(smtpCertificate)
  const { validFrom, validTo } = new X509Certificate(cert)
  const [from, to] = [new Date(validFrom), new Date(validTo)]
  const days = Math.floor((to.getTime() - Date.now()) / day)
  const renew = `Renew ${smtpCertificate.certFile}; the listener picks it up without a restart.`
  if (from.getTime() > Date.now())
    return [{ name, state: 'failed', sentence: `It is valid only from ${dayOf(from)}. ${renew}` }]
  if (days < 0) return [{ name, state: 'failed', sentence: `It ended on ${dayOf(to)}. ${renew}` }]
  if (days < soonDays) return [{ name, state: 'warning', sentence: `It ends on ${dayOf(to)}. ${renew}` }]
  return [{ name, state: 'ok', sentence: `It belongs to its key and ends on ${dayOf(to)}.` }]
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
