import { expect } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { plantCopy } from '../outbox/copies/planted-copy.fixture.ts'
import { plantFiling } from '../outbox/copies/test-filing.ts'
import type { TestApi } from './api.ts'

/** A copy to plant, and the credential to save it with. */
export interface AgentCopy {
  settings: object | undefined
  content: string | Uint8Array | undefined
  /** The kind of the credential; a generic one if absent. */
  kind?: string
  /** The name of the file that a person uploaded; the court's PDF if absent. */
  fileName?: string
}

/** Creates a credential that an agent saves with, and a document to save with it. Returns their IDs. */
export async function plantAgentCopy(
  api: TestApi,
  { settings, content = 'the motion', kind = 'generic_credential', fileName }: AgentCopy,
): Promise<{ id: string; credentialId: string }> {
  const body = {
    name: `Ours ${newId()}`,
    ...(kind === 'generic_credential' ? { driver: 'FILE_SYSTEM' } : {}),
    use_agent: true,
    agent: 'Office',
    agent_credential: 'files',
  }
  const url = `/api/v1/${kind}`
  const made = await api.call({ as: 'Administrator', method: 'POST', url, body: { ...body, ...settings } })
  expect(made.status, made.text).toBe(201)
  const credentialId = String(made.json().id)
  const policy = { document_path: 'All', document_name: 'Motion', dms_credential_id: credentialId }
  const uploaded = fileName === undefined ? {} : { uploaded: true, original_file_name: fileName }
  const filing = await plantFiling(api.services, { documents: [{ content, ...uploaded }], policy })
  return { id: await plantCopy(api.services, filing), credentialId }
}
