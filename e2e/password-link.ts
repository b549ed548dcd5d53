import type { Installation } from './harness.ts'

/** Returns the link of the last email to this address, as the mail server received it. */
export async function linkFor({ sandbox, url }: Installation, to: string): Promise<string | undefined> {
  const { httpUrl } = sandbox
  const mails = (await (await fetch(`${httpUrl}/control/mails`)).json()) as { id: string; envelopeTo: string[] }[]
  const mail = mails.findLast(({ envelopeTo }) => envelopeTo.includes(to))
  if (!mail) return undefined
  const text = await (await fetch(`${httpUrl}/mail/${mail.id}/raw`)).text()
  const path = /\/password-reset\?\S+/.exec(text.replace(/=\r?\n/g, '').replaceAll('=3D', '='))?.[0]
  return path && `${url}${path}`
}
