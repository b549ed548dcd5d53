import { boolean } from '../fields/boolean.ts'
import { domainList } from '../fields/domain-list.ts'
import { number } from '../fields/number.ts'
import { reference, referenceList } from '../fields/reference.ts'
import { givenHelp, text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

/** How notices of some courts are processed; the first match by order counts. */
export const jurisdictionPreference = defineResource('jurisdiction_preference', {
  label: ['Jurisdiction preference', 'Jurisdiction preferences'],
  route: '/jurisdiction-preferences',
  access: 'jurisdictionPreferenceAccess',
  title: 'description',
  fields: {
    order: number(4, {
      required: true,
      min: 1,
      max: 100_000,
      default: 1,
      help: 'The lowest one that matches applies.',
    }),
    enabled: boolean(5, { default: true }),
    description: text(6, { given: 'numbered', max: 500, search: true, help: givenHelp }),
    jurisdictionGroups: referenceList(7, 'jurisdiction_group', { help: 'All jurisdictions if empty.' }),
    partyEmailDomains: domainList(8, { help: 'Only notices that serve a party at one of these domains.' }),
    notificationRules: referenceList(9, 'notification_rule'),
    autoCaseCreationId: reference(10, 'auto_case_creation'),
    documentProcessingId: reference(11, 'document_processing'),
  },
  steps: [
    { name: 'preference', fields: ['description', 'order', 'enabled'] },
    { name: 'which', label: 'Which notices', fields: ['jurisdictionGroups', 'partyEmailDomains'] },
    {
      name: 'then',
      label: 'Actions',
      fields: ['notificationRules', 'autoCaseCreationId', 'documentProcessingId'],
    },
  ],
  deactivation: { field: 'enabled', value: false },
  list: {
    columns: ['order', 'description', 'enabled', 'jurisdictionGroups', 'autoCaseCreationId', 'documentProcessingId'],
    sort: 'order',
  },
})
