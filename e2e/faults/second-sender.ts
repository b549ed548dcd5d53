import type { Call } from './examine.ts'

/** Lets the firm send through an account of its own on this port. Returns what removes it. */
export async function addSender(call: Call, { port }: { port: number }): Promise<() => Promise<void>> {
  const answer = await call('/api/v1/mail_sender', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ name: 'Own account', service: 'PASSWORD', address: 'docketing@harlanlowe.example', password: 'secret' },
      ...{ server: `smtp://127.0.0.1:${port}`, is_active: true },
    }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const { id } = (await answer.json()) as { id: string }
  return async () => {
    const removed = await call(`/api/v1/mail_sender/${id}`, { method: 'DELETE' })
    if (!removed.ok) throw new Error(await removed.text())
  }
}
