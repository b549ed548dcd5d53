/**
 * Sentences for validation problems. A problem is a code with at most one argument, `too_long:120`, so that the console
 * can translate it and the API can return it in English.
 */
export const validationMessages = {
  required: 'This field is required.',
  required_items: 'At least one item is required.',
  too_long: 'Length less than {0} characters.',
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
  out_of_order: 'Must not be before: {0}.',
  not_time: 'Must be a time of day such as 17:30.',
  not_zone: 'Must be a time zone such as America/New_York.',
  outside_root: 'Must stay below the folder of the DMS: without "..", a drive or a server.',
  not_email: 'Must be a valid email.',
  foreign_address:
    "Your firm has no mail domain for {0}. Verify the domain under Mail domains, or ask this server's operator to assign it to your firm.",
  accepted_too: 'Also among the accepted domains: {0}. Remove it from one of the two lists.',
  not_domain: 'Must be a valid domain such as example.com.',
  not_signing_secret: 'A secret that starts with whsec_ must continue in base64.',
  not_url: 'Must be a web address such as https://example.com/notices.',
  not_topic: 'Must be the ARN of an SNS topic such as arn:aws:sns:us-east-1:123456789012:notices.',
  not_imap_server: 'Must be an IMAP server such as imaps://imap.example.com.',
  not_smtp_server: 'Must be an SMTP server such as smtp://smtp.example.com:587.',
  not_graph_server: 'Must be an address of Microsoft Graph such as https://graph.microsoft.us.',
  other_in_use: 'At most one is in use, and {0} is. Take it out of use first.',
  not_chat_address:
    "Must be the webhook address that {0} shows, which starts with https and is at the service's own host.",
  not_issuer:
    "Must be the issuer's own address, such as https://login.example.com, without /.well-known/openid-configuration.",
  not_one_directory: 'Must name one directory: the issuer with your tenant ID instead of common or organizations.',
  not_group_role: 'Must be a group, an equals sign and the name of a role, such as Docket staff = Docketing.',
  unknown_role: 'There is no role named {0}.',
  public_mail_domain: 'Anyone can get an address at {0}, so no one can be recognized by it.',
  openid_scope: 'Must include openid.',
  metadata_required: "The provider's metadata is required: its URL, or the XML text.",
  not_saml_metadata:
    "Must be a provider's SAML metadata, with its name, a certificate and an address for HTTP-Redirect.",
  administrators_only: 'Only administrators can change this.',
  believed_administrators_only:
    "Only administrators can choose this, because the mail server's word about who sent a message is believed.",
  sign_on_untested:
    'First sign in yourself by an active identity provider of this kind: Settings, Identity providers, Test.',
  last_provider:
    "The firm signs in by this provider and has no other. Set the firm's sign-on to email and password first.",
  not_service_account: "Must be the service account's key in JSON, with its client_email and private_key.",
  not_certificate: 'Must be a certificate and its private key, both from -----BEGIN to -----END.',
  secret_or_certificate_required: 'A client secret or a certificate is required.',
  not_choice: 'Must be one of: {0}.',
  status_of_cases: 'Cases still have this status: {0}. Give them another one first.',
  status_of_ignored:
    'Notices are still ignored by this status: {0}. Change the ignored cases and the ignored case statuses first.',
  not_reference: 'Must be the ID of an existing record.',
  not_of_kind: 'Must be a record of this kind: {0}.',
  kind_in_use: "It can't be changed while the template is used by {0}.",
  ambiguous_timekeeper:
    "Several timekeepers have the address {0}, so it isn't known which of them this user is and which ethical walls apply. Choose one, or give them different addresses.",
  ambiguous_reference: 'Several records have this name.',
  not_list: 'Must be a list.',
  not_quoted: 'Must be in quotation marks: "{0}".',
  not_filter: 'Each filter must name a field and have one condition.',
  one_date_filter: 'Multiple date filters not supported; select two dates.',
  not_condition: 'Must have one condition: in, contains, isEmpty, from and to, or hour and zone.',
  not_unique: "This value can't be used. Enter another.",
  not_map: 'Must be a list of names, each with a text.',
  not_fingerprint: 'Must be a host key fingerprint: SHA256: and 43 characters.',
  not_private_key: 'Must be a private key in the format of ssh-keygen or OpenSSL, from -----BEGIN to -----END.',
  password_or_key_required: 'A password or a private key is required.',
  unknown_placeholder: 'There is no placeholder named {0} here.',
  not_header: 'Must be the name of a header, such as Authorization.',
  no_agent: 'An agent does not save to this DMS. Leave this off.',
  kept_at_agent: 'It is kept at the agent. Leave it empty here.',
  not_custom_field: 'Must be the API name of a custom field, such as Courtcrier_Key__c.',
  not_dictionary: 'Must name entities or menu words, such as matter.one, matter.many and nav.inbox.',
  not_colour: 'Must be a color such as #23407a.',
  not_file: 'Must be the ID of an uploaded file.',
  saved_for: 'Enter it again: it was saved for {0}.',
  control_characters: 'Must not contain control characters.',
  invisible_characters: 'Must not contain control characters or invisible characters.',
  repeated: 'Must appear only once.',
  duplicate_item: 'This item is already in the list.',
  not_with: "Can't be used together with {0}.",
  not_with_cursor: "Can't be used with a cursor, which lists by last change.",
  not_cursor: 'Must be empty, or the cursor of an earlier answer.',
  nothing_to_search: "Your role can't see any field that can be searched.",
  unknown_field: 'There is no field with this name.',
  forbidden_field: 'Your role may not change this field.',
  read_only_field: 'This field is set by Courtcrier and cannot be changed.',
  filename_required: 'Filename is required.',
  firm_name: 'Only letters, digits, spaces and , : - + . & are allowed.',
  password_too_short: 'Password is too short (minimum is 8 characters)',
  password_required: 'Password is required.',
  confirmation_required: 'Password confirmation is required.',
  confirmation_mismatch: 'Your password and confirmation password do not match.',
  email_unknown: "Email doesn't exist.",
  wrong_code: 'This code is wrong. Enter the one that your app shows now.',
  wrong_passkey: "This passkey isn't one of your account here.",
  wrong_password: 'The current password is incorrect.',
  last_administrator: 'The firm would have no administrator left.',
  predefined_role: 'Predefined roles cannot be changed.',
  user_without_role: 'Every user has exactly one role. Assign another role to the users you remove.',
  exceeds_record: 'A field cannot have more access than its record.',
  not_signed_in:
    "No one has signed in to {0} with this credential yet, so it can't save documents. Sign in on the credential's page first.",
  agent_not_enrolled:
    "The agent of this credential isn't enrolled, so nothing can be saved with it. Enroll it, or choose another one on the credential's page first.",
  credential_expired:
    'This credential has expired, so nothing can be saved with it. Replace its secret, and enter when the new one expires, on its page first.',
  credential_failing:
    'This credential failed when it was last tried, so nothing can be saved with it. Correct it on its page, and test it there first.',
  leads_to_itself: "A record can't refer to itself.",
  timekeeper_or_domain_required: 'A timekeeper or a party email domain is required.',
  unstamped_release_too_late: 'Minutes wait before unstamped release must be less than max minutes wait for stamp.',
  matter_or_client_required: 'A matter or a client is required.',
  email_required: 'At least one email is required.',
  time_code_required: 'A billing item time code or time code 2 is required.',
  not_case: 'Must be a docket number, or the name of a case with its parties, such as Calder v. Northgate.',
  template: "This template can't be used: {0}",
  condition: "This condition isn't valid: {0}",
  condition_unfinished: 'A condition has no value yet. Complete it or remove it.',
  notice_format: '{0}',
  unknown_table: 'There is no table named {0}.',
  view_part: 'The table of this view has nothing named {0}.',
  view_layout: "This isn't a table layout.",
  view_role: 'Only a view for a role may name one.',
  grants_more: 'Your role may not grant "{0}".',
  stronger_role: 'This role grants "{0}", which yours does not. Ask an administrator to change it.',
  stronger_user: 'This user has "{0}", which you don\'t. Ask an administrator to make this change.',
  own_role: "You can't change your own role. Ask a colleague who manages roles.",
  own_access: "You can't change this for yourself. Ask a colleague who manages users.",
  walls_manager_only: 'Only users without a timekeeper who may manage ethical walls can change this.',
  not_network: 'Must be an IP address or a network such as 203.0.113.0/24, which {0} is not.',
  unknown_scope: 'There is nothing named {0} that a key can be given.',
  scope_beyond: "More than you, the key's owner or any key may do: {0}.",
  not_service_user: 'Must be a service account. People create their own keys.',
  assigned_by_rule:
    "The rule would assign these timekeepers to cases, which your role doesn't let you do. Ask a user whose role does.",
  freed_of_wall: "An ethical wall applies to you that wouldn't apply here. Ask a user without a timekeeper to do this.",
} as const
export type ValidationCode = keyof typeof validationMessages

/** One problem with an input; `code` may have an argument after a colon. */
export interface Problem {
  field: string
  code: string
  /** Whether the name is spelled as on the wire; others are record fields and keys, which are snake_case there. */
  isAsSent?: true
  /** Other fields that the rule reads: as long as one of them is wrong itself, the rule has nothing to say. */
  alsoReads?: readonly string[]
}

/** Returns a code's name, and its argument as the sentence says it. */
export function partsOf(code: string): { name: string; argument: string } {
  const colon = code.indexOf(':')
  if (colon < 0) return { name: code, argument: '' }
  const [name, argument] = [code.slice(0, colon), code.slice(colon + 1)]
  // The code has the longest length allowed, the specification's sentence (section 5) the first that isn't.
  return { name, argument: name === 'too_long' ? String(Number(argument) + 1) : argument }
}

/** Returns the English sentence of a code such as `too_long:120`. */
export function describeProblem(code: string): string {
  const { name, argument } = partsOf(code)
  if (!Object.hasOwn(validationMessages, name)) return code
  // A function, because `$` is special in a replacement string and an argument may contain any text.
  return validationMessages[name as ValidationCode].replace('{0}', () => argument)
}
