/**
 * Sentences for validation problems. A problem is a code with at most one argument, `too_long:120`,
 * so that the console can translate it and the API can say it in English.
 */
export const validationMessages = {
  required: 'This field is required.',
  required_items: 'At least one item is required.',
  too_long: 'Length must be at most {0} characters.',
  too_short: 'Length must be at least {0} characters.',
  too_many: 'At most {0} items are allowed.',
  too_small: 'Must be at least {0}.',
  too_large: 'Must be at most {0}.',
  not_text: 'Must be text.',
  not_number: 'Must be a number.',
  not_integer: 'Must be a whole number.',
  not_boolean: 'Must be true or false.',
  not_timestamp: 'Must be a point in time such as 2026-11-21T09:41:00.000Z.',
  not_date: 'Must be a date such as 2026-11-21.',
  not_time: 'Must be a time of day such as 17:30.',
  not_zone: 'Must be a time zone such as America/New_York.',
  not_email: 'Must be a valid email.',
  foreign_address:
    'Your firm has no mail domain for {0}. Prove the domain under Mail domains, or ask whoever runs this server to give it to your firm.',
  not_domain: 'Must be a valid domain such as example.com.',
  not_signing_secret: 'A secret that begins with whsec_ must go on in base64.',
  not_url: 'Must be a web address such as https://example.com/notices.',
  not_choice: 'Must be one of: {0}.',
  not_reference: 'Must be the id of an existing record.',
  not_of_kind: 'Must be a record of the kind: {0}.',
  kind_in_use: 'It stays as it is while the template is used by {0}.',
  ambiguous_reference: 'Several records are called so.',
  not_list: 'Must be a list.',
  not_unique: "This value can't be used. Enter another.",
  not_map: 'Must be a list of names with a text each.',
  not_fingerprint: 'Must be a fingerprint as servers show it, SHA256: and 43 characters.',
  not_private_key: 'Must be a private key as ssh-keygen or OpenSSL write it, from -----BEGIN to -----END.',
  password_or_key_required: 'A password or a private key is required.',
  no_agent: 'This version has no agent: it stores from this server. Leave this off.',
  not_dictionary: 'Must name entities or menu words, such as matter.one, matter.many and nav.inbox.',
  not_colour: 'Must be a color such as #23407a.',
  not_file: 'Must be the id of an uploaded file.',
  saved_for: 'Enter it again: it was saved for {0}.',
  control_characters: 'Must not hold control characters.',
  repeated: 'Must be given once.',
  duplicate_item: 'This item is already in the list.',
  nothing_to_search: 'Your role sees no field that words could be looked for in.',
  unknown_field: 'There is no field of this name.',
  forbidden_field: 'Your role may not change this field.',
  read_only_field: 'This field is set by Courtcrier and cannot be changed.',
  filename_required: 'Filename is required.',
  firm_name: 'Only letters, digits, spaces and , : - + . & are allowed.',
  password_too_short: 'Password is too short (minimum is 8 characters)',
  password_required: 'Password is required.',
  confirmation_required: 'Password confirmation is required.',
  confirmation_mismatch: 'Your password and confirmation password do not match.',
  email_unknown: "Email doesn't exist.",
  wrong_password: 'The current password is not right.',
  last_administrator: 'The firm would have no administrator left.',
  predefined_role: 'Predefined roles cannot be changed.',
  user_without_role: 'Everybody has exactly one role. Give those who are taken out another role instead.',
  exceeds_record: 'A field cannot have more access than its record.',
  leads_to_itself: 'A record cannot lead to itself.',
  timekeeper_or_domain_required: 'A timekeeper or a party email domain is required.',
  unstamped_release_too_late: 'Minutes wait before unstamped release must be less than max minutes wait for stamp.',
  matter_or_client_required: 'A matter or a client is required.',
  email_required: 'At least one email is required.',
  time_code_required: 'A billing item time code or time code 2 is required.',
  template: 'This template cannot be read: {0}',
  condition: 'This condition cannot be read: {0}',
  notice_format: '{0}',
  unknown_table: 'There is no table named {0}.',
  view_part: 'The table of this view has nothing named {0}.',
  view_layout: 'This is no layout of a table.',
  view_role: 'Only a view for a role names one.',
  grants_more: 'Your role may not grant "{0}".',
  stronger_role: 'This role grants "{0}", which yours does not. Ask an administrator to change it.',
  stronger_user: 'This user has "{0}", which you don\'t. Ask an administrator to make this change.',
  own_role: "You can't change the role you have yourself. Ask a colleague who manages roles.",
  own_access: "You can't change this for yourself. Ask a colleague who manages users.",
  walls_manager_only: 'Only users without a timekeeper who may manage ethical walls can change this.',
  freed_of_wall: "An ethical wall applies to you that wouldn't apply here. Ask a user without a timekeeper to do this.",
} as const
export type ValidationCode = keyof typeof validationMessages

/** One thing wrong with an input; `code` may carry an argument after a colon. */
export interface Problem {
  field: string
  code: string
}

/** The English sentence of a code such as `too_long:120`. */
export function describeProblem(code: string): string {
  const colon = code.indexOf(':')
  const name = colon < 0 ? code : code.slice(0, colon)
  const argument = colon < 0 ? '' : code.slice(colon + 1)
  if (!Object.hasOwn(validationMessages, name)) return code
  // A function, because `$` has a meaning in a replacement text and an argument may hold any text.
  return validationMessages[name as ValidationCode].replace('{0}', () => argument)
}
