create table identity_providers (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  scopes text not null,
  is_active boolean not null default true,
  admits text not null,
  default_role_id uuid,
  trusted_domains text[] not null default '{}',
  groups_claim text,
  group_roles text[] not null default '{}',
  expires_at date,
  tested_at timestamp(3) with time zone,
  sentence text,
  primary key (firm_id, id),
  foreign key (firm_id, default_role_id) references user_security_roles (firm_id, id)
);
create unique index identity_providers_name_key on identity_providers (firm_id, name);
create unique index identity_providers_name_nocase_key on identity_providers (firm_id, lower(name));

-- Whose account at a provider is whose here. Once linked, an account is known by its subject, whatever its address.
create table sign_on_links (
  firm_id integer not null,
  id uuid not null,
  provider_id uuid not null,
  user_id uuid not null,
  subject text not null,
  linked_at timestamp(3) with time zone not null,
  last_at timestamp(3) with time zone not null,
  primary key (firm_id, id),
  foreign key (firm_id, provider_id) references identity_providers (firm_id, id) on delete cascade,
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create unique index sign_on_links_subject_key on sign_on_links (firm_id, provider_id, subject);
create unique index sign_on_links_user_key on sign_on_links (firm_id, provider_id, user_id);

-- Sign-ins under way. A state works once, within ten minutes, in the browser that has the cookie; its result waits
-- here until the console collects it.
create table sign_on_attempts (
  firm_id integer not null,
  id uuid not null,
  provider_id uuid not null,
  browser_hash text not null,
  state_hash text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  -- The administrator who tests the provider; no session comes of a test.
  tester_id uuid,
  expires_at timestamp(3) with time zone not null,
  returned_at timestamp(3) with time zone,
  user_id uuid,
  sentence text,
  primary key (firm_id, id),
  foreign key (firm_id, provider_id) references identity_providers (firm_id, id) on delete cascade,
  foreign key (firm_id, tester_id) references users (firm_id, id) on delete cascade,
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create unique index sign_on_attempts_state_hash_key on sign_on_attempts (firm_id, state_hash);
create index sign_on_attempts_expires_at_idx on sign_on_attempts (firm_id, expires_at);

-- Which administrators have signed in by a provider as it is now set up: only they may make it the firm's sign-on.
create table sign_on_tests (
  firm_id integer not null,
  id uuid not null,
  provider_id uuid not null,
  user_id uuid not null,
  passed_at timestamp(3) with time zone not null,
  primary key (firm_id, id),
  foreign key (firm_id, provider_id) references identity_providers (firm_id, id) on delete cascade,
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create unique index sign_on_tests_key on sign_on_tests (firm_id, provider_id, user_id);

-- Nobody could sign in by SAML, which led to an error. A firm's row is out of the owner's own sight, and a new database
-- has no such policies and no firms.
do $$ begin
  if exists (select from pg_policies where tablename = 'firms' and policyname = 'system_access') then
    set local role courtcrier_system; update firms
      set signon_type = 'local' where signon_type = 'saml'; reset role; end if; end $$;
