import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import type { SMTPServer } from 'smtp-server'
import { ConfigError } from '../base/config.ts'

interface CertificateFiles {
  certFile: string
  keyFile: string
}

export interface Certificate {
  cert: Buffer
  key: Buffer
}

/** Reads the certificate for STARTTLS. Throws `ConfigError` when it can't be read or doesn't match its key. */
export async function readCertificate({ certFile, keyFile }: CertificateFiles): Promise<Certificate> {
  try {
    const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
    createSecureContext({ cert, key })
    return { cert, key }
  } catch (cause) {
    throw new ConfigError(
      `The certificate of COURTCRIER_SMTP_CERT and COURTCRIER_SMTP_KEY cannot be used: ${(cause as Error).message}.`,
      { cause },
    )
  }
}

/**
 * Reloads the certificate without restarting the listener, because certificates are renewed every few weeks. Returns a
 * function that stops it.
 */
export function watchCertificate(files: CertificateFiles, server: SMTPServer, log: Logger): () => void {
  const renew = async () => {
    try {
      server.updateSecureContext(await readCertificate(files))
    } catch (error) {
      log.error({ err: error }, 'the SMTP certificate could not be renewed; the old one stays in use')
    }
  }
  const timer = setInterval(renew, 60 * 60_000)
  timer.unref()
  return () => clearInterval(timer)
}
