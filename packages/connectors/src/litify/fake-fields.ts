import * as z from 'zod/mini'
import { type FakeAnswer, type FakeRequest, jsonOf } from '../testing/fake-service.ts'
import type { FakeEntry } from '../testing/fake-tree.ts'

const field = (name: string, label: string, type: string, updateable = true) => ({
  ...{ name, label, type, updateable },
  custom: name.endsWith('__c'),
})

/** The fields of versions of files: some of Salesforce's own, and those that a firm added. */
const fields = [
  field('Id', 'ContentVersion ID', 'id', false),
  field('Title', 'Title', 'string'),
  field('Description', 'Description', 'textarea'),
  field('Courtcrier_Key__c', 'Courtcrier Key', 'string'),
  field('Docket_Number__c', 'Docket No.', 'string'),
  field('Pages__c', 'Pages', 'double'),
  field('Sealed__c', 'Is sealed', 'boolean'),
  field('Stage__c', 'Stage', 'picklist'),
  field('Judge__c', 'Judge', 'reference'),
  field('Score__c', 'Score', 'double', false),
]

export const described: FakeAnswer = { status: 200, json: { name: 'ContentVersion', fields } }

const texts = z.string().check(z.maxLength(255))
/** The values that Salesforce accepts, by the type of the field. */
const types: Readonly<Record<string, z.ZodMiniType>> = {
  string: texts,
  textarea: z.string().check(z.maxLength(1000)),
  double: z.number(),
  boolean: z.boolean(),
  picklist: z.enum(['Pleadings', 'Trial']),
}

/** Changes fields of a version, all or none. */
export function changed(entry: FakeEntry, request: FakeRequest): FakeAnswer {
  const values = z.record(z.string(), z.unknown()).parse(jsonOf(request))
  for (const [name, value] of Object.entries(values)) {
    const known = fields.find((each) => each.name === name)
    if (!known) return refusal('INVALID_FIELD', `No such column '${name}' on sobject of type ContentVersion`)
    if (!known.updateable) return refusal('INVALID_FIELD_FOR_INSERT_UPDATE', `Unable to create/update fields: ${name}`)
    if (!types[known.type]?.safeParse(value).success)
      return refusal('INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', `bad value for ${name}`)
  }
  const { Description: description, ...others } = values
  if (description !== undefined) entry.facts.description = description
  entry.facts.fields = { ...(entry.facts.fields ?? {}), ...others }
  return { status: 204 }
}

function refusal(errorCode: string, message: string): FakeAnswer {
  return { status: 400, json: [{ errorCode, message, fields: [] }] }
}
