import { generateSync } from 'otplib'

/** Returns the code that an authenticator app with this secret shows at a time. */
export function totpCode(secret: string, at: Date): string {
  return generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) })
}
