import type { Resource } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { ecfxJurisdiction } from '@courtcrier/contract/resources/ecfx-jurisdiction.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { seesWay, sightOf, type Way, waysFromFiling } from '@courtcrier/contract/ways.ts'
import type { SearchScope } from '../../records/viewer.ts'
import type { TemplateContext } from './template.ts'

/** A trial must not reveal what the lists don't: what the role may not read is treated as missing. */
export function readable(context: TemplateContext, { role }: SearchScope): TemplateContext {
  const canSee = sightOf(role)
  const groups = Object.entries(context).map(([group, values]) => {
    const source = resourceOf[group]
    if (!source) return [group, values]
    const entries = Object.entries(values).map(([name, value]) => {
      const key = fieldOf[`${group}.${name}`] ?? name
      const way = [...source.way, [source.resource, key] as const, ...(insteadOf[`${group}.${name}`] ?? [])]
      return [name, seesWay(canSee, way) ? value : '']
    })
    return [group, Object.fromEntries(entries)]
  })
  return Object.fromEntries(groups) as TemplateContext
}

const resourceOf: Readonly<Record<string, { resource: Resource; way: Way }>> = {
  client: { resource: client, way: waysFromFiling.client },
  matter: { resource: matter, way: waysFromFiling.matter },
  case: { resource: courtCase, way: waysFromFiling.case },
  court: { resource: ecfxJurisdiction, way: waysFromFiling.court },
  filing: { resource: envelope, way: [] },
  document: { resource: courtDocument, way: [] },
}
/** Used if a record has no value. The value doesn't show which one it came from, so all must be visible. */
const insteadOf: Readonly<Record<string, Way>> = {
  'case.name': [[envelope, 'caseName']],
  'case.case_number': [[envelope, 'docketNumber']],
  'document.number': [[envelope, 'documentNumber']],
  'court.abbreviation': [
    [ecfxJurisdiction, 'code'],
    [ecfxJurisdiction, 'citation'],
  ],
}
const fieldOf: Readonly<Record<string, string>> = {
  'case.case_number': 'caseNumber',
  'case.reference_id': 'referenceId',
  'case.court_case_id': 'uniqueKey',
  'filing.docket_text': 'docketText',
  'filing.document_number': 'documentNumber',
  'document.original_file_name': 'originalFileName',
}
