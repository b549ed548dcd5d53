create table departments (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  number text not null,
  description text,
  primary key (firm_id, id)
);
create unique index departments_number_key on departments (firm_id, number);

create table locations (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  code text not null,
  storage_policy_id uuid,
  primary key (firm_id, id)
);
create unique index locations_code_key on locations (firm_id, code);

create table practice_groups (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  practice_code text not null,
  storage_policy_id uuid,
  primary key (firm_id, id)
);
create unique index practice_groups_practice_code_key on practice_groups (firm_id, practice_code);

create table area_of_laws (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  code text,
  primary key (firm_id, id)
);
create unique index area_of_laws_name_key on area_of_laws (firm_id, name);

create table timekeeper_groups (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  time_zone text not null,
  delivery_method text not null default 'INHERIT_METHOD',
  notification_cadence text not null default 'INHERIT_CADENCE',
  daily_cadence_delivery_time text,
  email_template_id uuid,
  receive_daily_activity_report boolean not null default false,
  primary key (firm_id, id)
);
create unique index timekeeper_groups_name_key on timekeeper_groups (firm_id, name);

create table jurisdiction_groups (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  categories text[] not null default '{}',
  jurisdiction_ids uuid[] not null default '{}',
  primary key (firm_id, id)
);
create unique index jurisdiction_groups_name_key on jurisdiction_groups (firm_id, name);

create table jurisdiction_preferences (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  "order" integer not null default 1,
  enabled boolean not null default true,
  description text not null,
  jurisdiction_groups uuid[] not null default '{}',
  party_email_domains text[] not null default '{}',
  notification_rules uuid[] not null default '{}',
  auto_case_creation_id uuid,
  document_processing_id uuid,
  primary key (firm_id, id)
);

create table auto_case_creations (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  party_email_domains text[] not null default '{}',
  timekeepers uuid[] not null default '{}',
  matter_id uuid,
  assignment_maintenance text not null default 'INITIAL_ONLY',
  assignments_ignore_import_deletion boolean not null default false,
  primary key (firm_id, id)
);
create unique index auto_case_creations_name_key on auto_case_creations (firm_id, name);

create table ignored_cases (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  case_number text not null,
  name text,
  ecfx_jurisdiction_id text not null,
  ignored_by_status text,
  ignored_by_email_domain text,
  primary key (firm_id, id)
);
create unique index ignored_cases_ecfx_jurisdiction_id_case_number_key on ignored_cases (firm_id, ecfx_jurisdiction_id, case_number);

create table notification_rules (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  template text,
  include_emails text[] not null default '{}',
  exclude_emails text[] not null default '{}',
  primary key (firm_id, id)
);
create unique index notification_rules_name_key on notification_rules (firm_id, name);

create table email_templates (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  subject text,
  body text,
  primary key (firm_id, id)
);
create unique index email_templates_name_key on email_templates (firm_id, name);

create table document_processings (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  wait_for_stamp boolean not null default false,
  max_minutes_wait_for_stamp integer,
  release_unstamped_while_waiting boolean not null default false,
  minutes_wait_before_unstamped_release integer,
  extraction_enabled boolean not null default false,
  extraction_provider text not null default 'NO_PROVIDER',
  billing_party text not null default 'ECFX',
  customer_id text,
  queue_name text,
  primary key (firm_id, id)
);
create unique index document_processings_name_key on document_processings (firm_id, name);

create table webhooks (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  url text not null,
  events text[] not null default '{}',
  webhook_type text not null default 'STANDARD',
  payload_version text,
  signing_secret bytea,
  is_active boolean not null default true,
  primary key (firm_id, id)
);
create unique index webhooks_name_key on webhooks (firm_id, name);

create table ethical_walls (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  wall_type text not null default 'EXCLUSIONARY',
  matter_id uuid,
  client_id uuid,
  timekeeper_ids uuid[] not null default '{}',
  description text,
  primary key (firm_id, id)
);
create unique index ethical_walls_name_key on ethical_walls (firm_id, name);

create table abbreviations (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  abbreviation text not null,
  primary key (firm_id, id)
);
create unique index abbreviations_name_key on abbreviations (firm_id, name);

create table credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  kind text not null,
  health text not null default 'unknown',
  sentence text,
  checked_at timestamp(3) with time zone,
  primary key (firm_id, id)
);

create table filevine_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  base_url text not null,
  api_key bytea not null,
  api_secret bytea not null,
  organization_id text,
  create_billing_items boolean not null default false,
  billing_item_time_code text,
  billing_item_time_code2 text,
  billing_item_description text,
  billing_item_quantity double precision,
  billing_item_rate double precision,
  billing_item_user text,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index filevine_credentials_name_key on filevine_credentials (firm_id, name);

create table box_client_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  client_id text not null,
  client_secret bytea not null,
  enterprise_id text,
  folder_id text not null,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index box_client_credentials_name_key on box_client_credentials (firm_id, name);

create table box_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  client_id text not null,
  client_secret bytea not null,
  refresh_token bytea,
  folder_id text not null,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index box_credentials_name_key on box_credentials (firm_id, name);

create table sharepoint_online_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  base_url text not null,
  tenant_id text not null,
  client_id text not null,
  client_secret bytea not null,
  library text,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index sharepoint_online_credentials_name_key on sharepoint_online_credentials (firm_id, name);

create table sharepoint_server_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  base_url text not null,
  username text not null,
  password bytea not null,
  library text,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index sharepoint_server_credentials_name_key on sharepoint_server_credentials (firm_id, name);

create table clio_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  region text not null default 'US',
  client_id text not null,
  client_secret bytea not null,
  refresh_token bytea,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index clio_credentials_name_key on clio_credentials (firm_id, name);

create table smokeball_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  region text not null default 'US',
  api_key bytea not null,
  client_id text not null,
  client_secret bytea not null,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index smokeball_credentials_name_key on smokeball_credentials (firm_id, name);

create table netdocuments_client_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  region text not null default 'US',
  repository text not null,
  cabinet text not null,
  client_id text not null,
  client_secret bytea not null,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index netdocuments_client_credentials_name_key on netdocuments_client_credentials (firm_id, name);

create table netdocuments_cloud_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  region text not null default 'US',
  repository text not null,
  cabinet text not null,
  client_id text not null,
  client_secret bytea not null,
  refresh_token bytea,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index netdocuments_cloud_credentials_name_key on netdocuments_cloud_credentials (firm_id, name);

create table litify_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  base_url text not null,
  client_id text not null,
  client_secret bytea not null,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index litify_credentials_name_key on litify_credentials (firm_id, name);

create table neos_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  base_url text not null,
  api_key bytea not null,
  api_secret bytea,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index neos_credentials_name_key on neos_credentials (firm_id, name);

create table imanage_cloud_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  base_url text not null,
  customer_id integer not null,
  database text not null,
  client_id text not null,
  client_secret bytea not null,
  username text not null,
  password bytea not null,
  author_field text not null,
  document_class text not null,
  document_subclass text not null,
  folder_id text,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index imanage_cloud_credentials_name_key on imanage_cloud_credentials (firm_id, name);

create table imanage_server_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  base_url text not null,
  customer_id integer not null,
  database text not null,
  client_id text not null,
  client_secret bytea not null,
  username text not null,
  password bytea not null,
  author_field text not null,
  document_class text not null,
  document_subclass text not null,
  folder_id text,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index imanage_server_credentials_name_key on imanage_server_credentials (firm_id, name);

create table generic_credentials (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  driver text not null default 'FILE_SYSTEM',
  base_url text,
  region text,
  database text,
  folder_id text,
  username text,
  password bytea,
  api_key bytea,
  api_secret bytea,
  client_id text,
  client_secret bytea,
  create_folders boolean not null default true,
  folder_creation_sync_delay integer,
  use_agent boolean not null default false,
  primary key (firm_id, id)
);
create unique index generic_credentials_name_key on generic_credentials (firm_id, name);

alter table timekeepers add column location_id uuid;
alter table timekeepers add column department_id uuid;
alter table timekeepers add column practice_group_id uuid;
alter table timekeepers add column timekeeper_group_id uuid;
alter table timekeepers add column user_defined_fields jsonb not null default '{}';
alter table matters add column location_id uuid;
alter table matters add column practice_group_id uuid;
alter table matters add column area_of_law_id uuid;
alter table documents add column processed_from_id uuid;

-- Ids that were written before there was anything to lead to stay as they are; only new ones are checked.
alter table firms add constraint firms_default_email_template_id_fkey foreign key (firm_id, default_email_template_id) references email_templates (firm_id, id) not valid;
alter table timekeepers add constraint timekeepers_location_id_fkey foreign key (firm_id, location_id) references locations (firm_id, id);
alter table timekeepers add constraint timekeepers_department_id_fkey foreign key (firm_id, department_id) references departments (firm_id, id);
alter table timekeepers add constraint timekeepers_practice_group_id_fkey foreign key (firm_id, practice_group_id) references practice_groups (firm_id, id);
alter table timekeepers add constraint timekeepers_timekeeper_group_id_fkey foreign key (firm_id, timekeeper_group_id) references timekeeper_groups (firm_id, id);
alter table matters add constraint matters_location_id_fkey foreign key (firm_id, location_id) references locations (firm_id, id);
alter table matters add constraint matters_practice_group_id_fkey foreign key (firm_id, practice_group_id) references practice_groups (firm_id, id);
alter table matters add constraint matters_area_of_law_id_fkey foreign key (firm_id, area_of_law_id) references area_of_laws (firm_id, id);
alter table storage_policies add constraint storage_policies_dms_credential_id_fkey foreign key (firm_id, dms_credential_id) references credentials (firm_id, id) not valid;
alter table documents add constraint documents_processed_from_id_fkey foreign key (firm_id, processed_from_id) references documents (firm_id, id);
alter table locations add constraint locations_storage_policy_id_fkey foreign key (firm_id, storage_policy_id) references storage_policies (firm_id, id);
alter table practice_groups add constraint practice_groups_storage_policy_id_fkey foreign key (firm_id, storage_policy_id) references storage_policies (firm_id, id);
alter table timekeeper_groups add constraint timekeeper_groups_email_template_id_fkey foreign key (firm_id, email_template_id) references email_templates (firm_id, id);
alter table jurisdiction_preferences add constraint jurisdiction_preferences_auto_case_creation_id_fkey foreign key (firm_id, auto_case_creation_id) references auto_case_creations (firm_id, id);
alter table jurisdiction_preferences add constraint jurisdiction_preferences_document_processing_id_fkey foreign key (firm_id, document_processing_id) references document_processings (firm_id, id);
alter table auto_case_creations add constraint auto_case_creations_matter_id_fkey foreign key (firm_id, matter_id) references matters (firm_id, id);
alter table ethical_walls add constraint ethical_walls_matter_id_fkey foreign key (firm_id, matter_id) references matters (firm_id, id);
alter table ethical_walls add constraint ethical_walls_client_id_fkey foreign key (firm_id, client_id) references clients (firm_id, id);

create index matters_client_id_idx on matters (firm_id, client_id);
create index cases_matter_id_idx on cases (firm_id, matter_id);
create index envelopes_case_id_idx on envelopes (firm_id, case_id);
create index timekeepers_timekeeper_group_id_idx on timekeepers (firm_id, timekeeper_group_id);

-- The predefined roles of the firms that are there already do not name the new entities yet (see 000002).
do $$ declare subject text; begin
  if exists (select from pg_policies where tablename = 'user_security_roles' and policyname = 'system_access') then
    set local role courtcrier_system; foreach subject in array array['ethical_wall', 'abbreviation',
      'filevine_credential', 'box_client_credential', 'box_credential', 'sharepoint_online_credential',
      'sharepoint_server_credential', 'clio_credential', 'smokeball_credential', 'netdocuments_client_credential',
      'netdocuments_cloud_credential', 'litify_credential', 'neos_credential', 'imanage_cloud_credential',
      'imanage_server_credential'] loop update user_security_roles
      set grants = grants || jsonb_build_object(subject || '_permissions', '{}'::jsonb, subject || '_access',
        case when name = 'Administrator' then 'FULL' when subject = 'abbreviation' then
          case name when 'Manager' then 'FULL' else 'READ' end
        when name = 'Manager' then 'READ' else 'DENY' end)
      where is_system_defined; end loop; reset role; end if; end $$;
