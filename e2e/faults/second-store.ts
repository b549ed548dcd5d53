import type { Call } from './examine.ts'

/** Lets the firm's first policy save to an S3 service as well. Returns the IDs of both policies. */
export async function addStore(
  call: Call,
  { name, port, bucket = 'filings', also = {} }: { name: string; port: number; bucket?: string; also?: object },
): Promise<{ first: string; second: string }> {
  const { id, document_path, document_name } = await firstPolicy(call)
  const place = { driver: 'S3', base_url: `http://127.0.0.1:${port}`, region: 'us-east-1', database: bucket }
  const keys = { api_key: 'S3RVER', api_secret: 'S3RVER' }
  const credential = await ask(call, 'POST', 'generic_credential', { name, ...place, ...keys })
  const second = await ask(call, 'POST', 'storage_policy', {
    name: `In ${name}`,
    document_path,
    document_name,
    dms_credential_id: credential.id,
    ...also,
  })
  await ask(call, 'PUT', `storage_policy/${id}`, { additional_storage_policy_id: second.id, ...also })
  return { first: String(id), second: String(second.id) }
}

/** Lets the first policy save to its own store only. */
export async function leaveStore(call: Call): Promise<void> {
  const { id } = await firstPolicy(call)
  await ask(call, 'PUT', `storage_policy/${id}`, { additional_storage_policy_id: null })
}

async function firstPolicy(call: Call): Promise<Record<string, unknown>> {
  const { storage_policies: policies = [] } = (await ask(call, 'GET', 'storage_policy/search')) as {
    storage_policies?: Record<string, unknown>[]
  }
  const first = policies.find(({ name }) => name === 'Firm folder')
  if (!first) throw new Error('the firm has no storage policy')
  return first
}

async function ask(call: Call, method: string, at: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await call(`/api/v1/${at}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${at}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}
