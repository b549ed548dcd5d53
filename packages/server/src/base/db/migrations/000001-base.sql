-- The firm's records, one table a resource; what the definitions say of them is held by the drift test.

create table firms (
  firm_id integer not null,
  id integer not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  signon_type text not null default 'local',
  max_case_deletions_on_import integer,
  default_daily_cadence_delivery_time text,
  public_document_access boolean not null default false,
  manually_process_notices boolean not null default false,
  manual_process_emails text[] not null default '{}',
  store_notice_as_docket_text boolean not null default false,
  max_email_attachment_size integer,
  primary_color text,
  secondary_color text,
  has_logo boolean not null default false,
  default_delivery_method text not null default 'PDF',
  default_notification_cadence text not null default 'REALTIME',
  internal_walls_enabled boolean not null default false,
  storage_policy_hierarchy text[] not null default '{}',
  storage_policy_id uuid,
  internal_walls_state text not null default 'unapplied',
  prefers_combined_documents boolean not null default false,
  default_email_template_id uuid,
  additional_receipt_emails text[] not null default '{}',
  error_notification_emails text[] not null default '{}',
  error_notification_level text not null default 'ERROR',
  ignored_case_statuses text[] not null default '{}',
  reply_to_email text,
  wait_for_dms_attempt_to_notify boolean not null default false,
  case_not_found_report_emails text[] not null default '{}',
  web_preferences text,
  default_time_zone text,
  dms_failure_report_emails text[] not null default '{}',
  import_warning_threshold integer,
  entitled_features text[] not null default '{}',
  accepted_email_domains text[] not null default '{}',
  ignored_email_domains text[] not null default '{}',
  extract_document_web_links boolean not null default false,
  hides_unknown_emails boolean not null default false,
  incoming_email_addresses text[] not null default '{}',
  host_names text[] not null default '{}',
  max_message_size integer,
  primary key (firm_id, id)
);

create table users (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  email text not null,
  full_name text not null,
  display_name text,
  timekeeper_id uuid,
  security_role_id uuid not null,
  is_active boolean not null default true,
  primary key (firm_id, id)
);
create unique index users_email_key on users (firm_id, lower(email));

create table user_security_roles (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  is_system_defined boolean not null default false,
  grants jsonb not null default '{}',
  primary key (firm_id, id)
);
create unique index user_security_roles_name_key on user_security_roles (firm_id, name);

create table timekeepers (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  full_name text not null,
  sort_name text,
  email text,
  status text not null default 'Active',
  is_attorney boolean not null default false,
  billable boolean not null default false,
  title text,
  additional_receipt_emails text[] not null default '{}',
  storage_policy_id uuid,
  primary key (firm_id, id)
);

create table clients (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  number text not null,
  status text not null default 'Active',
  originating_timekeeper_id uuid,
  open_date date,
  storage_policy_id uuid,
  primary key (firm_id, id)
);
create unique index clients_number_key on clients (firm_id, number);

create table matters (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  number text not null,
  name text not null,
  client_id uuid not null,
  status text not null default 'Open',
  description text,
  billing_timekeeper_id uuid,
  supervising_timekeeper_id uuid,
  originating_timekeeper_id uuid,
  storage_policy_id uuid,
  primary key (firm_id, id)
);
create unique index matters_number_key on matters (firm_id, number);

create table cases (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  case_number text not null,
  jurisdiction_id uuid not null,
  matter_id uuid not null,
  assigned_timekeepers uuid[] not null default '{}',
  status text not null default 'Open',
  caption text,
  description text,
  reference_id text,
  unique_key text,
  judge_id uuid,
  open_date date,
  close_date date,
  filed_date date,
  storage_policy_id uuid,
  primary key (firm_id, id)
);
create unique index cases_jurisdiction_id_case_number_key on cases (firm_id, jurisdiction_id, case_number);

create table judges (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  jurisdiction_id uuid not null,
  primary key (firm_id, id)
);

create table jurisdictions (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  ecfx_jurisdiction_ids text[] not null default '{}',
  primary key (firm_id, id)
);
create unique index jurisdictions_name_key on jurisdictions (firm_id, name);

create table storage_policies (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  store_documents boolean not null default true,
  store_email text not null default 'none',
  document_path text not null,
  document_name text not null,
  document_properties jsonb not null default '{}',
  additional_storage_policy_id uuid,
  dms_credential_id uuid,
  primary key (firm_id, id)
);
create unique index storage_policies_name_key on storage_policies (firm_id, name);

create table inbox_items (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  status text not null default 'New',
  subject text,
  sender text,
  received_at timestamp(3) with time zone not null,
  source_type text not null default 'smtp',
  source text,
  action_required text not null default 'NONE',
  reason text,
  disposition text not null default 'NO_DISPOSITION',
  dms_status text,
  trust text,
  ecfx_jurisdiction_id text,
  case_id uuid,
  envelope_id uuid,
  case_name text,
  docket_number text,
  event text,
  document_count integer,
  documents_kept integer,
  attempts integer,
  retry_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  raw_content text not null,
  size integer,
  snippet text,
  hidden boolean not null default false,
  fingerprint text not null,
  parent_id uuid,
  next_stage text,
  primary key (firm_id, id)
);
create unique index inbox_items_fingerprint_key on inbox_items (firm_id, fingerprint);

create table envelopes (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  case_id uuid,
  ecfx_jurisdiction_id text,
  event text,
  docket_text text,
  case_name text,
  docket_number text,
  document_number text,
  court_envelope_id text,
  date date,
  entered_at timestamp(3) with time zone,
  filed_by text,
  filed_by_firm boolean not null default false,
  filed_on_behalf_of text,
  service_contacts text[] not null default '{}',
  is_sealed boolean not null default false,
  case_numbers text,
  primary key (firm_id, id)
);
create unique index envelopes_court_envelope_id_key on envelopes (firm_id, court_envelope_id);

create table documents (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  envelope_id uuid not null,
  position integer not null,
  number text,
  title text not null,
  verdict text not null default 'none',
  sentence text,
  file_id text,
  size integer,
  pages integer,
  sealed boolean not null default false,
  court_document_id text,
  original_file_name text,
  uploaded boolean not null default false,
  stamped_by_court boolean not null default false,
  fetched_at timestamp(3) with time zone,
  contents text,
  primary key (firm_id, id)
);
create unique index documents_envelope_id_position_key on documents (firm_id, envelope_id, position);

create table deliveries (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  envelope_id uuid not null,
  inbox_item_id uuid not null,
  timekeeper_id uuid,
  email text not null,
  method text not null,
  status text not null default 'waiting',
  reason text,
  sentence text,
  attempts integer,
  message_id text not null,
  sent_at timestamp(3) with time zone,
  primary key (firm_id, id)
);
create unique index deliveries_envelope_id_email_key on deliveries (firm_id, envelope_id, email);

create table document_copies (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  envelope_id uuid not null,
  inbox_item_id uuid not null,
  document_id uuid,
  storage_policy_id uuid not null,
  file_id text not null,
  status text not null default 'new',
  path text,
  sentence text,
  attempts integer,
  stored_at timestamp(3) with time zone,
  copy_key text not null,
  primary key (firm_id, id)
);
create unique index document_copies_copy_key_key on document_copies (firm_id, copy_key);
create unique index document_copies_path_key on document_copies (firm_id, path);

create table system_events (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  level text not null,
  type text not null,
  sentence text not null,
  user_id uuid,
  entity text,
  entity_id text,
  details text,
  primary key (firm_id, id)
);

alter table firms add constraint firms_storage_policy_id_fkey foreign key (firm_id, storage_policy_id) references storage_policies (firm_id, id);
alter table users add constraint users_timekeeper_id_fkey foreign key (firm_id, timekeeper_id) references timekeepers (firm_id, id);
alter table users add constraint users_security_role_id_fkey foreign key (firm_id, security_role_id) references user_security_roles (firm_id, id);
alter table timekeepers add constraint timekeepers_storage_policy_id_fkey foreign key (firm_id, storage_policy_id) references storage_policies (firm_id, id);
alter table clients add constraint clients_originating_timekeeper_id_fkey foreign key (firm_id, originating_timekeeper_id) references timekeepers (firm_id, id);
alter table clients add constraint clients_storage_policy_id_fkey foreign key (firm_id, storage_policy_id) references storage_policies (firm_id, id);
alter table matters add constraint matters_client_id_fkey foreign key (firm_id, client_id) references clients (firm_id, id);
alter table matters add constraint matters_billing_timekeeper_id_fkey foreign key (firm_id, billing_timekeeper_id) references timekeepers (firm_id, id);
alter table matters add constraint matters_supervising_timekeeper_id_fkey foreign key (firm_id, supervising_timekeeper_id) references timekeepers (firm_id, id);
alter table matters add constraint matters_originating_timekeeper_id_fkey foreign key (firm_id, originating_timekeeper_id) references timekeepers (firm_id, id);
alter table matters add constraint matters_storage_policy_id_fkey foreign key (firm_id, storage_policy_id) references storage_policies (firm_id, id);
alter table cases add constraint cases_jurisdiction_id_fkey foreign key (firm_id, jurisdiction_id) references jurisdictions (firm_id, id);
alter table cases add constraint cases_matter_id_fkey foreign key (firm_id, matter_id) references matters (firm_id, id);
alter table cases add constraint cases_judge_id_fkey foreign key (firm_id, judge_id) references judges (firm_id, id);
alter table cases add constraint cases_storage_policy_id_fkey foreign key (firm_id, storage_policy_id) references storage_policies (firm_id, id);
alter table judges add constraint judges_jurisdiction_id_fkey foreign key (firm_id, jurisdiction_id) references jurisdictions (firm_id, id);
alter table storage_policies add constraint storage_policies_additional_storage_policy_id_fkey foreign key (firm_id, additional_storage_policy_id) references storage_policies (firm_id, id);
alter table inbox_items add constraint inbox_items_case_id_fkey foreign key (firm_id, case_id) references cases (firm_id, id);
alter table inbox_items add constraint inbox_items_envelope_id_fkey foreign key (firm_id, envelope_id) references envelopes (firm_id, id);
alter table inbox_items add constraint inbox_items_parent_id_fkey foreign key (firm_id, parent_id) references inbox_items (firm_id, id);
alter table envelopes add constraint envelopes_case_id_fkey foreign key (firm_id, case_id) references cases (firm_id, id);
alter table documents add constraint documents_envelope_id_fkey foreign key (firm_id, envelope_id) references envelopes (firm_id, id);
alter table deliveries add constraint deliveries_envelope_id_fkey foreign key (firm_id, envelope_id) references envelopes (firm_id, id);
alter table deliveries add constraint deliveries_inbox_item_id_fkey foreign key (firm_id, inbox_item_id) references inbox_items (firm_id, id);
alter table deliveries add constraint deliveries_timekeeper_id_fkey foreign key (firm_id, timekeeper_id) references timekeepers (firm_id, id);
alter table document_copies add constraint document_copies_envelope_id_fkey foreign key (firm_id, envelope_id) references envelopes (firm_id, id);
alter table document_copies add constraint document_copies_inbox_item_id_fkey foreign key (firm_id, inbox_item_id) references inbox_items (firm_id, id);
alter table document_copies add constraint document_copies_document_id_fkey foreign key (firm_id, document_id) references documents (firm_id, id);
alter table document_copies add constraint document_copies_storage_policy_id_fkey foreign key (firm_id, storage_policy_id) references storage_policies (firm_id, id);

create index cases_case_number_idx on cases (firm_id, case_number);
create index cases_unique_key_idx on cases (firm_id, unique_key) where unique_key is not null;
create index inbox_items_status_idx on inbox_items (firm_id, status, received_at desc);
create index inbox_items_received_idx on inbox_items (firm_id, received_at desc);
create index inbox_items_envelope_idx on inbox_items (firm_id, envelope_id);
create index documents_envelope_idx on documents (firm_id, envelope_id);
create index deliveries_item_idx on deliveries (firm_id, inbox_item_id);
create index document_copies_item_idx on document_copies (firm_id, inbox_item_id);
create index system_events_created_idx on system_events (firm_id, created_at desc);

-- What each stage of an item came to, by stage name; the notice itself is under "parse".
create table item_progress (
  firm_id integer not null,
  id uuid not null,
  outcomes jsonb not null default '{}',
  primary key (firm_id, id),
  foreign key (firm_id, id) references inbox_items (firm_id, id) on delete cascade
);

-- The item's timeline, one sentence a line.
create table history (
  firm_id integer not null,
  id uuid not null,
  inbox_item_id uuid not null,
  at timestamp(3) with time zone not null default clock_timestamp(),
  stage text not null,
  outcome text not null,
  sentence text not null,
  user_id uuid,
  primary key (firm_id, id),
  foreign key (firm_id, inbox_item_id) references inbox_items (firm_id, id) on delete cascade
);
create index history_item_idx on history (firm_id, inbox_item_id, at);

-- Every one-time link a notice carried, and what became of it. A link with a verdict is never requested again.
create table links (
  firm_id integer not null,
  id uuid not null,
  link_key text not null,
  envelope_id uuid not null,
  inbox_item_id uuid not null,
  position integer not null,
  link jsonb not null,
  verdict text,
  sentence text,
  requested_at timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, envelope_id) references envelopes (firm_id, id),
  foreign key (firm_id, inbox_item_id) references inbox_items (firm_id, id) on delete cascade
);
create unique index links_link_key_key on links (firm_id, link_key, position);
create index links_envelope_idx on links (firm_id, envelope_id);

-- One row a user; apart from users, so that no search or export can reach it.
create table user_secrets (
  firm_id integer not null,
  id uuid not null,
  password_hash text not null,
  changed_at timestamp(3) with time zone not null default now(),
  primary key (firm_id, id),
  foreign key (firm_id, id) references users (firm_id, id) on delete cascade
);

-- Failed log-ins by address, whether or not an account has it: the answers must not differ.
create table login_failures (
  firm_id integer not null,
  id uuid not null,
  email_key text not null,
  failures integer not null,
  locked_until timestamp(3) with time zone,
  last_at timestamp(3) with time zone not null,
  primary key (firm_id, id)
);
create unique index login_failures_email_key_key on login_failures (firm_id, email_key);

-- Refresh tokens. All tokens that came of one log-in are a family; a token used twice ends its family.
create table sessions (
  firm_id integer not null,
  id uuid not null,
  user_id uuid not null,
  family_id uuid not null,
  token_hash text not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  user_agent text,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create unique index sessions_token_hash_key on sessions (firm_id, token_hash);
create index sessions_family_idx on sessions (firm_id, family_id);

create table password_resets (
  firm_id integer not null,
  id uuid not null,
  user_id uuid not null,
  token_hash text not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create unique index password_resets_token_hash_key on password_resets (firm_id, token_hash);

create table firm_logos (
  firm_id integer not null,
  id uuid not null,
  file_id text not null,
  primary key (firm_id, id)
);

-- How far each IMAP folder has been read.
create table mail_positions (
  firm_id integer not null,
  id uuid not null,
  account_key text not null,
  uid_validity bigint not null,
  last_uid bigint not null,
  primary key (firm_id, id)
);
create unique index mail_positions_account_key_key on mail_positions (firm_id, account_key);
