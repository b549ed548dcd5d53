import { describe, expect, test } from 'vitest'
import type { Role } from './access.ts'
import { permissionFieldsOf } from './permission-fields.ts'
import { differenceOf } from './role-difference.ts'
import { roleProblems } from './role-rules.ts'

const role = (grants: Role['grants']): Role => ({ id: '', name: '', isSystemDefined: false, grants })

describe('the difference of two roles', () => {
  test('is empty between a role and itself', () => {
    const same = role({ case: { access: 'FULL', fields: { name: 'READ' } } })
    expect(differenceOf(same, same)).toEqual([])
  })

  test('lists gains and losses of records and fields', () => {
    const before = role({ case: { access: 'READ', fields: {} }, judge: { access: 'FULL', fields: {} } })
    const after = role({ case: { access: 'FULL', fields: { name: 'DENY' } }, judge: { access: 'READ', fields: {} } })
    expect(differenceOf(before, after)).toEqual([
      { subject: 'case', from: 'READ', to: 'FULL', isGain: true },
      { subject: 'case', field: 'name', from: 'READ', to: 'DENY', isGain: false },
      { subject: 'judge', from: 'FULL', to: 'READ', isGain: false },
    ])
  })

  test('omits fields that follow their record, and wording that changes nothing', () => {
    const before = role({ case: { access: 'FULL', fields: { name: 'FULL' } } })
    const after = role({ case: { access: 'READ', fields: {} } })
    expect(differenceOf(before, after)).toHaveLength(1)
    const spelled = role({ case: { access: 'FULL', fields: {} } })
    expect(differenceOf(before, spelled)).toEqual([])
  })
})

describe('the rules of a role', () => {
  const predefined = { id: 'r', name: 'Manager', isSystemDefined: true, userIds: ['a'], caseAccess: 'FULL' }
  test.each([
    [{ name: 'Boss' }, [{ field: 'name', code: 'predefined_role' }]],
    [{ name: 'Manager', caseAccess: 'FULL' }, []],
    [{ userIds: ['a', 'b'] }, []],
    [{ userIds: [] }, [{ field: 'userIds', code: 'user_without_role' }]],
  ])('of a predefined one: %j', (values, problems) => {
    expect(roleProblems(values, predefined)).toEqual(problems)
  })

  test.each([
    [{}, []],
    [{ name: 'X' }, [{ field: 'userIds', code: 'required_items' }]],
    [{ name: 'X', userIds: ['a'] }, []],
    [
      { userIds: ['a'], caseAccess: 'READ', casePermissions: { name: 'FULL' } },
      [{ field: 'casePermissions', code: 'exceeds_record' }],
    ],
    [{ userIds: ['a'], caseAccess: 'READ', casePermissions: { name: 'DENY', case_number: 'READ' } }, []],
  ])('of a new one: %j', (values, problems) => {
    expect(roleProblems(values, Object.keys(values).length === 0 ? { userIds: [] } : undefined)).toEqual(problems)
  })
})

/** The fields of section 3 of the specification, by subject. */
const specified: readonly (readonly [Parameters<typeof permissionFieldsOf>[0], string])[] = [
  [
    'case',
    'id reference_id unique_key name description caption status created_at case_number matter_id jurisdiction_id envelope_count assigned_timekeepers judge_id open_date close_date filed_date storage_policy_id',
  ],
  [
    'matter',
    'description status location_id practice_group_id area_of_law_id client_id originating_timekeeper_id billing_timekeeper_id supervising_timekeeper_id case_count',
  ],
  ['client', 'status originating_timekeeper_id open_date storage_policy_id'],
  [
    'envelope',
    'date court_envelope_id filed_by service_contacts case_id ecfx_jurisdiction_id docket_text filed_by_firm filed_on_behalf_of',
  ],
  ['document', 'sealed court_document_id processed_from_id envelope_id uploaded file_id stamped_by_court'],
  ['inbox_item', 'status action_required raw_content source snippet source_type jobs html_content hidden'],
  ['user', 'email full_name display_name timekeeper_id security_role_id'],
  [
    'timekeeper',
    'is_attorney billable sort_name status title email location_id department_id practice_group_id timekeeper_group_id user_defined_fields storage_policy_id additional_receipt_emails',
  ],
  [
    'timekeeper_group',
    'delivery_method notification_cadence email_template_id timekeeper_ids daily_cadence_delivery_time receive_daily_activity_report time_zone',
  ],
  [
    'storage_policy',
    'store_documents store_email dms_credential_id document_path document_name document_properties additional_storage_policy_id',
  ],
  ['notification_rule', 'include_emails exclude_emails'],
  ['webhook', 'url events payload_version webhook_type'],
  ['dashboard', 'notifications top_matter top_client top_timekeeper'],
  [
    'document_processing',
    'wait_for_stamp max_minutes_wait_for_stamp extraction_enabled extraction_provider billing_party customer_id queue_name',
  ],
  [
    'auto_case_creation',
    'party_email_domains matter_id timekeepers assignment_maintenance assignments_ignore_import_deletion',
  ],
  [
    'jurisdiction_preference',
    'description enabled auto_case_creation_id jurisdiction_groups notification_rules document_processing_id',
  ],
]

test.each(specified)('the field-level object of %s can contain every field of the specification', (subject, fields) => {
  const known = permissionFieldsOf(subject).map(({ name }) => name)
  expect(fields.split(' ').filter((name) => !known.includes(name))).toEqual([])
})
